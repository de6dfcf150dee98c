process.env['NIGHTLY'] = '1';
await import('./histories.test.ts');
