/* Tests the languages and the database that only the nightly run covers. */
process.env['NIGHTLY'] = '1';
for (const file of ['guides', 'quickstart', 'receivers', 'reference', 'sql'])
  await import(`./${file}.test.ts`);
for (const file of ['clients', 'faults', 'receivers', 'recipes', 'requirements', 'wire'])
  await import(`../starters/${file}.test.ts`);
