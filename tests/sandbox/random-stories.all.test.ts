/* Plays a hundred times as many stories as the run for each change. */
process.env['STORIES'] = '500';
await import('./random-stories.test.ts');

export {};
