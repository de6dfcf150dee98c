/*
 * Adds a copy button to every code block, and one for the whole page. Expressive Code's own button would repeat the code
 * in an attribute, and it would show without JavaScript, where it can't work.
 */

import { button } from '../support/button.ts';

/** How long the button shows its confirmation, in milliseconds. */
const CONFIRMATION = 2_000;

/** Adds a button to every code block of the page. */
export function addCopyButtons(): void {
  for (const code of document.querySelectorAll<HTMLElement>('.expressive-code pre'))
    code.after(copyCodeButton(code));
  // Values outside of code blocks; the button is at the end of their line, so that nothing moves.
  for (const value of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    const element = copyButton('Copy', () => Promise.resolve(value.textContent));
    element.ariaLabel = `Copy ${value.textContent}`;
    value.parentElement!.append(element);
  }
}

/** Adds a button that copies the page's Markdown beside the link to it. */
export function addPageCopyButton(): void {
  const link = document.querySelector<HTMLAnchorElement>('.as-markdown a');
  link?.after(
    copyButton('Copy as Markdown', () =>
      fetch(link.href).then((response) => (response.ok ? response.text() : Promise.reject(new Error()))),
    ),
  );
}

function copyCodeButton(code: HTMLElement): HTMLButtonElement {
  const element = copyButton(
    'Copy',
    () => Promise.resolve(codeOf(code)),
    // Select the code, so that the reader can copy it with the keyboard.
    () => getSelection()?.selectAllChildren(code),
  );
  element.className = 'copy-code';
  element.ariaLabel = `Copy ${nameOf(code)}`;
  return element;
}

/** A button that copies a text, and shows for a moment whether it did. */
function copyButton(label: string, text: () => Promise<string>, failed?: () => void): HTMLButtonElement {
  let confirmation: ReturnType<typeof setTimeout> | undefined;
  const confirm = (words: string) => {
    clearTimeout(confirmation);
    element.textContent = words;
    confirmation = setTimeout(() => (element.textContent = label), CONFIRMATION);
  };
  const element = button(label, () =>
    text()
      .then(copy)
      .then(
        () => confirm('Copied'),
        () => {
          failed?.();
          confirm('Copying failed');
        },
      ),
  );
  // Screen readers announce the confirmation.
  element.ariaLive = 'polite';
  return element;
}

/** What a block shows: the caption above it, or the language of a sample. */
function nameOf(code: HTMLElement): string {
  const caption = code.previousElementSibling ?? code.closest('[role=tabpanel]');
  return caption?.ariaLabel ?? caption?.textContent.trim() ?? 'code';
}

/** Rejects on pages served over plain HTTP from another machine: browsers give them no clipboard. */
async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** Returns the code of a block. In a block with marked lines, each line is an element, and empty ones contain `\n`. */
function codeOf(code: HTMLElement): string {
  const lines = [...code.querySelectorAll('.ec-line')];
  if (lines.length === 0) return code.textContent;
  return lines.map((line) => line.textContent.replace(/\n$/, '')).join('\n');
}
