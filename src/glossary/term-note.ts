import { adoptStyles } from '../shared/browser/adopt-styles.ts';
import { element } from '../shared/browser/element.ts';
import { getElement } from '../shared/browser/get-element.ts';
import styles from './term-note.css?inline';

/** The delay before a note shows or hides, after the pointer reaches or leaves its term, in milliseconds. */
const DELAY = 250;
/** Pixels between a note and its term, and between a note and the edge of the window. */
const GAP = 8;

/** One note for all terms. It's a popover, so it closes on Escape and on a press elsewhere. */
const note = Object.assign(document.createElement('span'), { id: 'term-note', popover: 'auto' });
let shownAt: HTMLAnchorElement | undefined;
let glossary: Promise<Document> | undefined;

adoptStyles(styles);
for (const type of ['pointerout', 'focusout']) addEventListener(type, hideOnceLeft);

/**
 * Shows a term's note. A press shows it now, and keeps it open until the reader presses elsewhere. Otherwise, it shows
 * after a delay, unless there was a later event. Without that check, the focus before a press would reopen a closed note.
 */
export async function showNote(
  term: HTMLAnchorElement,
  pressed: boolean,
  isLatest: () => boolean,
): Promise<void> {
  const [content] = await Promise.all([
    term.matches('.assumed') ? reasonOf(term) : definitionOf(term),
    pressed || new Promise((done) => setTimeout(done, DELAY)),
  ]);
  const isOpen = note.matches(':popover-open') && shownAt === term;
  // If the pointer or focus has already opened the note, a press keeps it open.
  if (pressed) note.dataset['kept'] = '';
  if (isOpen || !(pressed || (isLatest() && isOn(term)))) return;
  if (!pressed) delete note.dataset['kept'];
  shownAt?.removeAttribute('aria-describedby');
  shownAt = term;
  note.replaceChildren(...content);
  // Placed after the term, so that Tab moves from it to the note's links.
  term.after(note);
  term.setAttribute('aria-describedby', note.id);
  note.showPopover();
  positionNote(term);
}

/** Reads a term, its definition, and the link to its guide from the page that the term links to. */
async function definitionOf(term: HTMLAnchorElement): Promise<(string | Node)[]> {
  glossary ??= fetchPage(term.pathname);
  // After a failure, the next event fetches the glossary again.
  glossary.catch(() => (glossary = undefined));
  const termElement = getElement(term.hash, await glossary);
  const name = element('strong', '', termElement.textContent.trim());
  return [name, ...document.importNode(getElement(`${term.hash} ~ dd`, await glossary), true).childNodes];
}

async function fetchPage(path: string): Promise<Document> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Reads an assumption's reason from its mark. The note replaces the mark's tooltip. */
function reasonOf(mark: HTMLAnchorElement): (string | Node)[] {
  mark.dataset['reason'] ??= mark.title;
  mark.title = '';
  const { href } = mark;
  const link = Object.assign(element('a', '', 'What is assumed'), { href });
  return [`${mark.dataset['reason']} `, link];
}

/** Hides the note once neither pointer nor focus is on it or its term, unless a press has opened it. */
function hideOnceLeft(): void {
  if (!note.matches(':popover-open:not([data-kept])')) return;
  setTimeout(() => {
    if (![note, shownAt].some((target) => target && isOn(target))) note.hidePopover();
  }, DELAY);
}

const isOn = (target: Element) => target.matches(':hover, :focus-within');

/** Places the note below its term's first line, or above it if there's no room below. */
function positionNote(term: Element): void {
  const [{ left, top, bottom } = term.getBoundingClientRect()] = term.getClientRects();
  const { width, height } = note.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const x = Math.max(GAP, Math.min(left, clientWidth - width - GAP));
  const y = bottom + GAP + height <= clientHeight ? bottom + GAP : top - GAP - height;
  Object.assign(note.style, { left: `${x + scrollX}px`, top: `${y + scrollY}px` });
}
