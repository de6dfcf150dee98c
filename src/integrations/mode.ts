import process from 'node:process';

// The command decides. With NODE_ENV=development in the environment, a build would have no search and no service worker.
process.env['NODE_ENV'] = process.argv.includes('dev') ? 'development' : 'production';
