/* Receives events for stored consents. Simulates a failed read of each consent in `FAILS`, even a 404 for its data. */

import { createReceiver } from '../../../starters/javascript/receiver.js';
import { Store } from '../../../starters/javascript/store.js';
const store = new Store(process.env.DATA_DIR + '/bank.db');
const { server, retry } = createReceiver({
  path: '/webhooks',
  inbox: store,
  async work(id) {
    if (process.env.FAILS.includes(id)) throw Object.assign(new Error('down'), { status: 404 });
    console.log('read ' + id);
  },
});
server.listen(Number(process.env.WEBHOOK_PORT), '127.0.0.1', () => {
  retry();
  console.log('ready');
});
