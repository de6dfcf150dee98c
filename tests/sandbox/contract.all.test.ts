/* Sends twenty times as many requests as `npm test`. */
process.env['FUZZ_REQUESTS'] = '5000';
await import('./contract.test.ts');

export {};
