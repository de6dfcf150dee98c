/* Ten times as many requests as on each change. */
process.env['FUZZ_REQUESTS'] = '5000';
await import('./contract.test.ts');

export {};
