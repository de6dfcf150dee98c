/* Runs the programs that are slow or that `npm test` doesn't install. */
process.env['NIGHTLY'] = '1';
await import('./consumers.test.ts');
