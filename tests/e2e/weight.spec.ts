import { filesOf, pageAt } from '../support/built-pages.ts';
import { examples, expect, requestsOf, templates, test } from '../support/site.ts';

for (const path of templates.filter((each) => each !== examples.notFound)) {
  test(`a first visit to ${path} loads the files that its budget counts, and no others`, async ({
    page,
    baseURL,
  }) => {
    // With data saver, an interactive page waits for its button; nothing else depends on that.
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
    const requests = requestsOf(page);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const isFile = (address: string) => address !== new URL(path, baseURL).href;
    const loaded = new Set(requests.filter(isFile).map((address) => address.replace(baseURL!, '')));
    // The headless shell requests no icon.
    loaded.add('/favicon.svg');
    expect([...loaded].toSorted()).toEqual(filesOf(pageAt(path)));
  });
}
