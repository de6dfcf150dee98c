import { apis } from '../../support/published-contracts.ts';
import { expect, test } from '../../support/site.ts';
import { openInteractive, operationHeading, operationSection, scalarTime } from './interactive-page.ts';

for (const api of apis) {
  const { id, fragment, summary } = api.operations.at(-1)!;
  test(`a link to ${id}, the last operation of its page, shows it`, async ({ page }) => {
    await openInteractive(page, api, fragment);
    await expect(operationHeading(page, summary)).toBeInViewport(scalarTime);
    await expect(operationSection(page, summary)).toBeFocused();
  });
}
