/**
 * Copies text, or throws an error with the reason and an alternative. Over HTTP, scripts have no clipboard access, so
 * this copies as the reader's keyboard would, from the element that shows the text. Safari only allows copying during a
 * click, so the text is a promise.
 */
export async function copy(text: Promise<string>, shown?: Element): Promise<void> {
  try {
    const toBlob = (plain: string) => new Blob([plain], { type: 'text/plain' });
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text.then(toBlob) })]);
  } catch {
    // Select the text, so that readers can copy it with the keyboard if this fails, too.
    if (shown) getSelection()?.selectAllChildren(shown);
    if (copyAsKeyboard(await text)) return;
    const reason = isSecureContext ? 'Copying failed' : 'Copying needs HTTPS';
    throw new Error(shown ? `${reason}. Press Ctrl+C or ⌘C.` : `${reason}.`);
  }
}

function copyAsKeyboard(text: string): boolean {
  const replace = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', replace);
  // This API is deprecated, but nothing else works over HTTP.
  const copied = (document as { execCommand(command: string): boolean }).execCommand('copy');
  document.removeEventListener('copy', replace);
  return copied;
}
