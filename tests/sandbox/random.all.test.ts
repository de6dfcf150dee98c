/* Plays a hundred times as many stories and sends twenty times as many requests as `npm test`. */
process.env['STORIES'] = '500';
process.env['FUZZ_REQUESTS'] = '5000';
for (const file of ['contract', 'random-stories']) await import(`./${file}.test.ts`);

export {};
