/* Tests the hosts other than nginx. */
process.env['NIGHTLY'] = '1';
await import('./hosts.test.ts');
