import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as starter from '../../starters/javascript/flow.js';
import { pages } from './support/pages.ts';

/* The go-live checklist says "Paging loops end", so the loops in guides and starters must end, too. */

interface Client {
  call(method: string, path: string): Promise<unknown>;
}
type ReadAccounts = (client: Client, identifier: unknown) => Promise<unknown[]>;

const fence = pages
  .flatMap(({ fences }) => fences)
  .find(({ meta }) => meta.includes('title="read-accounts.js"'))!;
const guide = (await import(`data:text/javascript,${encodeURIComponent(fence.code)}`)) as {
  readAccounts: ReadAccounts;
};

/** A client whose pages never end. Each page has a new account and token unless `repeats` is true. */
function endless({ repeats }: { repeats: boolean }): Client {
  let count = 0;
  return {
    call(_method, path) {
      if (!repeats) count += 1;
      const id = String(count);
      return Promise.resolve(path === '/Accounts' ? [{ id }] : { data: [{ id }], nextPageToken: id });
    },
  };
}

for (const [whose, { readAccounts }] of Object.entries({ guide, starter }))
  test(`The account loop of the ${whose} ends at a page without new accounts, and after a maximum number of pages`, async () => {
    const query = { ConsentId: 'consent' };
    assert.equal((await readAccounts(endless({ repeats: true }), query)).length, 1);
    await assert.rejects(readAccounts(endless({ repeats: false }), query), /There are more than \d+ pages/);
  });

test("The starter's transaction loop ends at a repeated token, and after a maximum number of pages", async () => {
  const read = (client: Client) =>
    Array.fromAsync(starter.readTransactions(client, { ConsentId: 'consent' }));
  await assert.rejects(read(endless({ repeats: true })), /Duplicate page token/);
  await assert.rejects(read(endless({ repeats: false })), /There are more than \d+ pages/);
});
