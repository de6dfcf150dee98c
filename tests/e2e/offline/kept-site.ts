import type { Page } from '@playwright/test';
import { expect } from './unsteady.ts';

/** The page where readers keep the whole site. */
export const PAGE = '/offline/';

export const section = (page: Page) => page.getByRole('region', { name: 'The whole site' });
export const keep = (page: Page) => section(page).getByRole('button', { name: 'Keep the whole site' });
export const remove = (page: Page) => section(page).getByRole('button', { name: 'Remove' });

/** Waits until the whole site is stored. */
export const isKept = async (page: Page) =>
  expect(section(page)).toContainText('The whole site is on this device', { timeout: 60_000 });
