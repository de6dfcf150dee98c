/*
 * Gives every code block a button that copies it. Made in the browser: without JavaScript there is no button
 * that does nothing, and no page carries its code twice.
 */

/** How long the button says that it copied, in milliseconds. */
const CONFIRMATION = 2_000;

/** Adds a button to every code block of the page. */
export function addCopyButtons(): void {
  for (const code of document.querySelectorAll<HTMLElement>('.expressive-code pre'))
    code.after(copyButton(code));
}

function copyButton(code: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy-code';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    copy(textOf(code)).then(
      () => confirm(button, 'Copied'),
      () => confirm(button, 'Copying failed'),
    );
  });
  return button;
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

/** The button's own text changes, which assistive technology announces for a focused control. */
function confirm(button: HTMLButtonElement, text: string) {
  button.textContent = text;
  setTimeout(() => (button.textContent = 'Copy'), CONFIRMATION);
}
