/* Plays a hundred times as many stories as `npm test`. */
process.env['STORIES'] = '500';
await import('./random-stories.test.ts');

export {};
