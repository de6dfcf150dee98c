/*
 * Adds a copy button to every code block, and one for the whole page. Expressive Code's own button would repeat the
 * code in an attribute, and would show without JavaScript, where it can't work.
 */

import { button } from '../../shared/browser/button.ts';
import { copy } from '../../shared/browser/copy.ts';
import { element } from '../../shared/browser/element.ts';
import { languageTabs } from '../tabs/tabs.ts';

/** The time for which the button shows its confirmation or error, in milliseconds. */
const CONFIRMATION_TIME = 4_000;

/** Adds a Copy button to each code block: in the row of its tabs or title, or else beside the code. */
export function addCopyButtons(): void {
  for (const tabs of document.querySelectorAll(`starlight-tabs[data-sync-key=${languageTabs}]`)) {
    const shown = () => tabs.querySelector(':scope > [role=tabpanel]:not([hidden]) pre');
    toolsOf(tabs).append(copyButton('Copy', 'code', shown));
  }
  for (const code of document.querySelectorAll<HTMLElement>('.code-block pre')) {
    if (code.closest(`[data-sync-key=${languageTabs}]`) && !code.closest('.powershell')) continue;
    const title = code.closest('figure')?.querySelector('figcaption');
    const copyControl = copyButton('Copy', title?.textContent.trim() ?? 'code', () => code);
    if (title && !code.closest('details')) title.append(copyControl);
    else code.after(copyControl);
  }
  // For a value outside a code block, put the button at the end of the line, so that no text moves.
  for (const value of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    const copyControl = copyButton('Copy', value.textContent, () => value);
    value.parentElement?.append(' ', copyControl);
  }
  const markdown = document.querySelector<HTMLAnchorElement>('.as-markdown a');
  const load = () => loadMarkdown(markdown?.href ?? '');
  markdown?.after(copyButton('Copy as Markdown', '', () => null, load));
}

/** The controls beside a row of tabs. Tabs that a page wrote have none yet. */
function toolsOf(tabs: Element): Element {
  const tools = tabs.querySelector(':scope > .panel-tools');
  if (tools) return tools;
  const newTools = element('div', 'panel-tools');
  tabs.querySelector('.tablist-wrapper')?.after(newTools);
  return newTools;
}

async function loadMarkdown(url: string): Promise<string> {
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) throw new Error("The Markdown didn't load.");
  return response.text();
}

/**
 * A button that copies what an element shows when it's pressed, or other text. It briefly confirms that, or else shows
 * the error and selects the text.
 */
function copyButton(
  label: string,
  subject: string,
  shown: () => Element | null,
  text = (): string | Promise<string> => shown()?.textContent.trimEnd() ?? '',
): HTMLButtonElement {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const control = button(label, async () => {
    control.textContent = await copy(Promise.resolve(text()), shown() ?? undefined).then(
      () => 'Copied',
      ({ message }: Error) => message,
    );
    clearTimeout(timer);
    timer = setTimeout(() => (control.textContent = label), CONFIRMATION_TIME);
  });
  control.className = 'plain-button';
  if (subject) control.ariaLabel = `${label} ${subject}`;
  // Screen readers announce the confirmation.
  control.ariaLive = 'polite';
  return control;
}
