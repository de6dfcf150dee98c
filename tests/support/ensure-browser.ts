import { ensureBrowser, ensureHeadlessShell } from './browser.ts';

try {
  console.log(`Browsers: ${ensureBrowser()}, ${ensureHeadlessShell()}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
