/* Requests seven refreshes for a consent, and completes those that were sent. */

import { Client } from '../../../starters/javascript/client.js';
import { RefreshQueue } from '../../../starters/javascript/refresh-queue.js';
import { Store } from '../../../starters/javascript/store.js';
const consentId = process.env.CONSENT_ID;
const queue = new RefreshQueue(new Client(), new Store(process.env.DATA_DIR + '/bank.db'));
for (let count = 1; count <= 7; count += 1) {
  queue.enqueue(consentId);
  await queue.sendDue();
  console.log(queue.state(consentId));
  if (queue.state(consentId) === 'sent') queue.complete(consentId);
}
