/*
 * Conveniences on the pages of operations. Everything can be read and reached without them: a link to a closed field opens
 * it, a button opens all, and pointing at a field marks it in the sample.
 */

/** The name of the marked text, which `static-reference.css` styles. */
const MARK = 'field';

/** Starts all of them. */
export function assistReader(): void {
  openLinked();
  addEventListener('hashchange', openLinked);
  for (const control of document.querySelectorAll<HTMLButtonElement>('[data-expand]'))
    offerExpanding(control);
  // Firefox has no highlights before version 140. There, nothing is marked.
  if (!globalThis.CSS?.highlights) return;
  document.addEventListener('pointerover', markField);
  document.addEventListener('focusin', markField);
}

/** Opens everything around and in the target of the URL's fragment, and scrolls to it. */
function openLinked() {
  const target = document.getElementById(decodedFragment());
  const closed = [];
  for (let element: Element | null | undefined = target; element; element = element.parentElement) {
    if (element instanceof HTMLDetailsElement && !element.open) closed.push(element);
  }
  for (const details of closed) details.open = true;
  if (closed.length > 0) target?.scrollIntoView();
}

/** The fragment of the URL; empty if its percent-encoding is malformed. */
function decodedFragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

/** Shows a button that opens all objects of its section, and then closes them. */
function offerExpanding(control: HTMLButtonElement) {
  const all = control.closest('section')!.querySelectorAll('details');
  let expanded = false;
  control.hidden = false;
  control.addEventListener('click', () => {
    expanded = !expanded;
    for (const details of all) details.open = expanded;
    control.textContent = expanded ? 'Collapse all' : 'Expand all';
  });
}

/** Marks the field under the pointer or the focus in the sample. */
function markField({ target }: Event) {
  CSS.highlights.delete(MARK);
  const field = target instanceof Element ? target.closest('[data-sample] .field') : null;
  const part = field?.closest<HTMLElement>('[data-sample]')?.dataset['sample'];
  if (!field || !part) return;
  const path = field.id.replace(/^response\./, '').split('.');
  const ranges = [...document.querySelectorAll(`[data-sample-of="${part}"] pre`)].flatMap(
    (code) => rangeOf(code, path) ?? [],
  );
  if (ranges.length > 0) CSS.highlights.set(MARK, new Highlight(...ranges));
}

/** The line in a sample on which the value at a path begins. */
function rangeOf(code: Element, path: readonly string[]): Range | undefined {
  const lines = code.textContent.split('\n');
  let first = 0;
  let last = lines.length;
  for (const [depth, name] of path.entries()) {
    const uses = new RegExp(`(^|[\\s"'?&[{])${name.replaceAll(/\W/g, String.raw`\$&`)}["']?\\s*(:|=|\\]|=>)`);
    const found = lines.slice(first, last).flatMap((line, index) => (uses.test(line) ? [first + index] : []));
    // Of fields with the same name, the outermost comes first.
    const [line] = found.sort((a, b) => indent(lines[a]!) - indent(lines[b]!) || a - b);
    if (line === undefined) return undefined;
    if (depth === path.length - 1) return lineRange(code, lines, line);
    first = line + 1;
    const end = lines.findIndex((each, index) => index >= first && indent(each) <= indent(lines[line]!));
    last = end === -1 ? lines.length : end;
  }
  return undefined;
}

const indent = (line: string) => line.search(/\S|$/);

/** A line of an element's text as a range, without its indent. */
function lineRange(code: Element, lines: readonly string[], line: number): Range {
  const start = lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0);
  const range = document.createRange();
  range.setStart(...pointAt(code, start + indent(lines[line]!)));
  range.setEnd(...pointAt(code, start + lines[line]!.length));
  return range;
}

/** The text node at an offset in an element's text, and the offset within it. */
function pointAt(element: Element, offset: number): [Node, number] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { length } = node as Text;
    if (left <= length) return [node, left];
    left -= length;
  }
  return [element, 0];
}
