/* Plays a hundred times as many scenarios and sends twenty times as many requests as `npm test`. */
process.env['SCENARIOS'] = '500';
process.env['FUZZ_REQUESTS'] = '5000';
for (const file of ['contract', 'random-scenarios']) await import(`./${file}.test.ts`);

export {};
