/* Twenty-five times as many stories as on each change. */
process.env['STORIES'] = '500';
await import('./random-stories.test.ts');

export {};
