/*
 * Fixes in Scalar's DOM for which it has no setting. They run after every change, because Scalar renders each operation
 * when the reader comes near it, so each fix must be idempotent.
 */

type Repair = (reference: HTMLElement) => void;

/** Replaces Scalar's `<main>`, because the page already has one. Vue still works: it looks up parents in the DOM. */
const unwrapMain: Repair = (reference) => {
  const main = reference.querySelector('main');
  if (!main) return;
  const replacement = document.createElement('div');
  for (const { name, value } of main.attributes) {
    if (name !== 'aria-label') replacement.setAttribute(name, value);
  }
  replacement.append(...main.childNodes);
  main.replaceWith(replacement);
};

/** Shows requests in the page's color mode. In Scalar they are always dark. */
const followPageMode: Repair = (reference) => {
  for (const card of reference.querySelectorAll('.dark-mode')) card.classList.remove('dark-mode');
};

/** Turns responses from landmarks into groups. A landmark per operation, often named "200", would be too many. */
const groupResponses: Repair = (reference) => {
  for (const card of reference.querySelectorAll('.response-card[role="region"]')) {
    card.setAttribute('role', 'group');
  }
};

/** Opens links to pages of this site in the same tab. */
const keepTab: Repair = (reference) => {
  for (const link of reference.querySelectorAll('a[href^="/"][target]')) link.removeAttribute('target');
};

/**
 * Sets the accessible name of copy buttons. Scalar renders the language and "Copy" twice, and hides one of each until
 * the pointer is over the code.
 */
const nameCopyButtons: Repair = (reference) => {
  for (const button of reference.querySelectorAll('.scalar-code-copy')) {
    const language = button.querySelector('[aria-hidden] span > span')?.textContent ?? 'code';
    button.setAttribute('aria-label', `Copy ${language}`);
  }
};

/** Makes marks of assumptions explain themselves in place, as on other pages. No other link has a title. */
const explainAssumptions: Repair = (reference) => {
  for (const mark of reference.querySelectorAll('.markdown a[title]')) mark.classList.add('assumed');
};

const repairs: readonly Repair[] = [
  unwrapMain,
  followPageMode,
  groupResponses,
  keepTab,
  nameCopyButtons,
  explainAssumptions,
];

/**
 * Applies all fixes now and after every change of the reference.
 *
 * @returns A function that stops observing.
 */
export function keepRepaired(reference: HTMLElement): () => void {
  const repair = () => {
    for (const each of repairs) each(reference);
  };
  const observer = new MutationObserver(repair);
  observer.observe(reference, { childList: true, subtree: true });
  repair();
  return () => observer.disconnect();
}
