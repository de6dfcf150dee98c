/*
 * Adds a copy button to every code block. Expressive Code's own button would repeat the code in an attribute, and it
 * would show without JavaScript, where it can't work.
 */

import { button } from '../support/button.ts';

/** How long the button shows its confirmation, in milliseconds. */
const CONFIRMATION = 2_000;

/** Adds a button to every code block of the page. */
export function addCopyButtons(): void {
  for (const code of document.querySelectorAll<HTMLElement>('.expressive-code pre'))
    code.after(copyButton(code));
}

function copyButton(code: HTMLElement): HTMLButtonElement {
  let confirmation: ReturnType<typeof setTimeout> | undefined;
  const confirm = (text: string) => {
    clearTimeout(confirmation);
    element.textContent = text;
    confirmation = setTimeout(() => (element.textContent = 'Copy'), CONFIRMATION);
  };
  const element = button('Copy', () =>
    copy(codeOf(code)).then(
      () => confirm('Copied'),
      () => {
        // Select the code, so that the reader can copy it with the keyboard.
        getSelection()?.selectAllChildren(code);
        confirm('Copying failed');
      },
    ),
  );
  element.className = 'copy-code';
  element.ariaLabel = `Copy ${nameOf(code)}`;
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
