import css from '../../styles/term-note.css?inline';
import { withBase } from '../support/with-base.ts';

/** The content of `/glossary.json`: what a note shows, by the ID of the term. */
export type TermDefinitions = Record<
  string,
  { term: string; definition: string; href: string; title: string }
>;

/** Milliseconds that the pointer rests on a term before its note shows, and may be away before the note hides. */
const DELAY = 250;
/** Pixels between a note and its term, and between a note and the edge of the window. */
const GAP = 8;

let note: HTMLElement | undefined;
let shownAt: HTMLAnchorElement | undefined;
let hiding = 0;

let definitions: Promise<TermDefinitions> | undefined;

/**
 * Shows the definition of a term next to it, with a link to its guide, or the reason of an assumption.
 *
 * @param term - The link to the term in the glossary, or the mark of the assumption.
 * @param pressed - Whether the reader tapped or clicked it; otherwise the note only shows while pointer or focus is on it.
 * @throws Error if the definition can't be loaded.
 */
export async function showNote(term: HTMLAnchorElement, pressed: boolean): Promise<void> {
  const [content] = await Promise.all([
    contentFor(term),
    pressed || new Promise((done) => setTimeout(done, DELAY)),
  ]);
  note ??= createNote();
  const isOpen = note.matches(':popover-open') && shownAt === term;
  // A press keeps open what pointer or focus has opened.
  if (pressed) note.dataset['kept'] = '';
  if (isOpen || !(pressed || isOn(term))) return;
  if (!pressed) delete note.dataset['kept'];
  shownAt?.removeAttribute('aria-describedby');
  shownAt = term;
  note.replaceChildren(...content);
  // In the reading order, so that Tab moves from the term to the links of the note.
  term.after(note);
  term.setAttribute('aria-describedby', note.id);
  note.showPopover();
  place(note, term);
}

async function contentFor(shown: HTMLAnchorElement): Promise<(string | Node)[]> {
  if (shown.matches('.assumed')) return reasonOf(shown);
  definitions ??= fetchDefinitions();
  // The next event tries again.
  definitions.catch(() => (definitions = undefined));
  const { term, definition, href, title } = (await definitions)[shown.hash.slice(1)]!;
  const name = Object.assign(document.createElement('strong'), { textContent: term });
  return [name, `${definition} `, linkTo(href, title)];
}

/** The reason is the mark's tooltip, which the note replaces. */
function reasonOf(mark: HTMLAnchorElement): (string | Node)[] {
  mark.dataset['reason'] ??= mark.title;
  mark.title = '';
  return [`${mark.dataset['reason']} `, linkTo(mark.href, 'What is assumed')];
}

const linkTo = (href: string, textContent: string) =>
  Object.assign(document.createElement('a'), { href, textContent });

async function fetchDefinitions(): Promise<TermDefinitions> {
  const response = await fetch(withBase('/glossary.json'));
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  return (await response.json()) as TermDefinitions;
}

/** Creates the note, which is one for all terms. As a popover, it closes on Escape and on a press elsewhere. */
function createNote(): HTMLElement {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  for (const type of ['pointerout', 'focusout']) document.addEventListener(type, hideOnceLeft);
  return Object.assign(document.createElement('span'), { id: 'term-note', popover: 'auto' });
}

/** Hides the note when neither pointer nor focus is on it or its term. After a press, only one elsewhere hides it. */
function hideOnceLeft() {
  if (!note?.matches(':popover-open:not([data-kept])')) return;
  clearTimeout(hiding);
  hiding = window.setTimeout(() => {
    if (!isOn(note!) && !isOn(shownAt!)) note!.hidePopover();
  }, DELAY);
}

const isOn = (element: Element) => element.matches(':hover, :focus-within');

/** Places the note below the first line of its term, or above it if there is no room below. */
function place(element: HTMLElement, term: Element) {
  const { left, top, bottom } = term.getClientRects()[0]!;
  const { width, height } = element.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const x = Math.max(GAP, Math.min(left, clientWidth - width - GAP));
  const y = bottom + GAP + height <= clientHeight ? bottom + GAP : top - GAP - height;
  Object.assign(element.style, { left: `${x + scrollX}px`, top: `${y + scrollY}px` });
}
