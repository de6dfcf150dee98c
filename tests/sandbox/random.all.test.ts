/* Sends thirty times as many random requests as `npm test`. */
process.env['REQUESTS'] = '20000';
await import('./contract.test.ts');
