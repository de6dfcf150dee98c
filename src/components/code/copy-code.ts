/*
 * Adds a copy button to every code block, and one for the whole page. Expressive Code's own button would repeat the
 * code in an attribute, and would show without JavaScript, where it can't work.
 */

import { button } from '../../shared/browser/button.ts';
import { copy } from '../../shared/browser/copy.ts';

/** The time for which the button shows its confirmation or error, in milliseconds. */
const SHOWN = 4_000;

/** Adds a Copy button to each code frame. */
export function addCopyButtons(): void {
  for (const code of document.querySelectorAll<HTMLElement>('.code-block pre')) {
    const element = copyButton('Copy', () => code.textContent.trimEnd(), code);
    element.className = 'copy-code';
    element.ariaLabel = `Copy ${nameOf(code)}`;
    code.after(element);
  }
  // For a value outside a code block, put the button at the end of the line, so that no text moves.
  for (const value of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    const element = copyButton('Copy', () => value.textContent, value);
    element.ariaLabel = `Copy ${value.textContent}`;
    value.parentElement?.append(' ', element);
  }
  const markdown = document.querySelector<HTMLAnchorElement>('.as-markdown a');
  markdown?.after(copyButton('Copy as Markdown', () => loadMarkdown(markdown.href)));
}

async function loadMarkdown(url: string): Promise<string> {
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) throw new Error("The Markdown didn't load.");
  return response.text();
}

/** A button that copies text and briefly confirms it or shows the error. */
function copyButton(label: string, text: () => string | Promise<string>, shown?: Element): HTMLButtonElement {
  let end: ReturnType<typeof setTimeout> | undefined;
  const element = button(label, async () => {
    element.textContent = await copy(Promise.resolve(text()), shown).then(
      () => 'Copied',
      ({ message }: Error) => message,
    );
    clearTimeout(end);
    end = setTimeout(() => (element.textContent = label), SHOWN);
  });
  // Screen readers announce the confirmation.
  element.ariaLive = 'polite';
  return element;
}

/** A block's subject: the caption above it, or a sample's language. */
function nameOf(code: HTMLElement): string {
  const panel = code.closest('[role=tabpanel]');
  const tab = document.getElementById(panel?.getAttribute('aria-labelledby') ?? '');
  return (code.previousElementSibling ?? tab)?.textContent.trim() ?? 'code';
}
