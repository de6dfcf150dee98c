/*
 * Gives every code block a button that copies it. Made in the browser: without JavaScript there is no button
 * that does nothing, and no page carries its code twice.
 */

import { button } from './button.ts';

/** How long the button says that it copied, in milliseconds. */
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
    copy(textOf(code)).then(
      () => confirm('Copied'),
      () => {
        // The reader's own keys copy what is selected.
        getSelection()?.selectAllChildren(code);
        confirm('Copying failed');
      },
    ),
  );
  element.className = 'copy-code';
  // Its own text tells what became of it.
  element.ariaLive = 'polite';
  return element;
}

/** Browsers have no clipboard for pages that come without encryption from another machine. */
async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** Where lines are marked they are elements, and an empty one holds a line break. */
function textOf(code: HTMLElement): string {
  const lines = [...code.querySelectorAll('.ec-line')];
  if (lines.length === 0) return code.textContent;
  return lines.map((line) => line.textContent.replace(/\n$/, '')).join('\n');
}
