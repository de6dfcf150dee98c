/*
 * Fields and samples point at each other: while the pointer is on a field, the lines with the field are marked in the
 * samples, and while it's on a line, so is the field in the list.
 */

const POINTED = 'pointed';

/** The path of each line that begins with a name, such as `data.amount`. Samples are JSON, indented by two spaces. */
function pathsIn(code: Element): Map<Element, string> {
  const names: { name: string; indent: number }[] = [];
  const lines = [...code.querySelectorAll('.ec-line')].flatMap((line) => {
    const text = line.textContent;
    const indent = text.length - text.trimStart().length;
    const [start, name, end] = text.split('"');
    if (start?.trim() !== '' || name === undefined || !end?.startsWith(':')) return [];
    while ((names.at(-1)?.indent ?? -1) >= indent) names.pop();
    names.push({ name, indent });
    return [[line, names.map((ancestor) => ancestor.name).join('.')] as const];
  });
  return new Map(lines);
}

/** Marks what belongs to the element under the pointer. `data-fields` is the start of the IDs of a sample's fields. */
export function pointAtFields(samples: Element): void {
  const paths = new Map<Element, string>();
  for (const code of samples.querySelectorAll('pre')) for (const entry of pathsIn(code)) paths.set(...entry);
  const fieldOf = (line: Element) => {
    const start = line.closest<HTMLElement>('[data-fields]')?.dataset['fields'] ?? '';
    return document.getElementById(start + (paths.get(line) ?? ''));
  };
  document.addEventListener('pointerover', ({ target }) => {
    for (const marked of document.querySelectorAll(`.${POINTED}`)) marked.classList.remove(POINTED);
    const element = target as Element;
    const field = element.closest('.field') ?? fieldOf(element.closest('.ec-line') ?? element);
    if (!field) return;
    field.classList.add(POINTED);
    for (const line of paths.keys()) if (fieldOf(line) === field) line.classList.add(POINTED);
  });
}
