process.env['NIGHTLY'] = '1';
await import('./planted-errors.test.ts');

export {};
