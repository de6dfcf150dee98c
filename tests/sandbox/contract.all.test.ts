/* Sends ten times as many requests as the run for each change. */
process.env['FUZZ_REQUESTS'] = '5000';
await import('./contract.test.ts');

export {};
