import { join } from 'node:path';
import { BankData } from './bank-data.js';
import { Client, endOnErrors } from './client.js';
import { RefreshQueue } from './refresh-queue.js';
import { Store } from './store.js';

// The parts that programs share. After an error, programs end with one line of advice.
endOnErrors();
export const client = new Client();
export const store = new Store(join(process.env.DATA_DIR ?? 'data', 'bank.db'));
export const bankData = new BankData(store);
export const queue = new RefreshQueue(client, store);
