process.env['NIGHTLY'] = '1';
await import('./dev-server.test.ts');

export {};
