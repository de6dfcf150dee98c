/*
 * Conveniences on the pages of operations. Everything can be read and reached without them: a link to a closed field opens
 * it, a button opens all, and pointing at a field marks it in the sample.
 */

/** The name of the marked text, which `static-reference.css` styles. */
const MARK = 'field';

/** Starts all conveniences. */
export function enhanceOperationPage(): void {
  openLinked();
  addEventListener('hashchange', openLinked);
  for (const control of document.querySelectorAll<HTMLButtonElement>('[data-expand]'))
    offerExpanding(control);
  // Firefox has no highlights before version 140. There, nothing is marked.
  if (!globalThis.CSS?.highlights) return;
  document.addEventListener('pointerover', markField);
  document.addEventListener('focusin', markField);
}

/** Opens everything around the target of the URL's fragment, and scrolls to it. */
function openLinked() {
  // Anchors have no percent-encoded characters.
  const target = document.getElementById(location.hash.slice(1));
  let around = target?.parentElement?.closest('details');
  if (!around) return;
  for (; around; around = around.parentElement?.closest('details')) around.open = true;
  target!.scrollIntoView();
}

/** Shows a button that opens all objects of its section, or closes them if they are open. */
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
  let line = 0;
  for (const name of path) {
    // `"name":`, `name:`, `'name' =>`, `["name"] =` or `name=`, in the six languages.
    const uses = new RegExp(String.raw`\b${name}\b["']?\]?\s*[:=]`);
    const found = [...lines.keys()].slice(first, last).filter((each) => uses.test(lines[each]!));
    if (found.length === 0) return undefined;
    // If several fields have this name, take the outermost one.
    line = found.reduce((outer, each) => (indent(lines[each]!) < indent(lines[outer]!) ? each : outer));
    first = line + 1;
    const end = lines.findIndex((each, at) => at >= first && indent(each) <= indent(lines[line]!));
    last = end === -1 ? lines.length : end;
  }
  const start = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
  const range = document.createRange();
  range.setStart(...pointAt(code, start + indent(lines[line]!)));
  range.setEnd(...pointAt(code, start + lines[line]!.length));
  return range;
}

const indent = (line: string) => line.search(/\S|$/);

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
