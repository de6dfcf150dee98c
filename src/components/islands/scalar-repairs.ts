/*
 * What Scalar draws and offers no setting for, put right after it is drawn. Every repair may run again at any
 * time: Scalar draws each operation when the reader comes near it.
 */

type Repair = (reference: HTMLElement) => void;

/**
 * Scalar wraps everything in `<main>`, and a page has one. The element goes, its content stays: Vue finds the
 * parents of what it changes in the document.
 */
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

/** Requests are always dark in Scalar; here all code follows the page. */
const followPageMode: Repair = (reference) => {
  for (const card of reference.querySelectorAll('.dark-mode')) card.classList.remove('dark-mode');
};

/** A page with a landmark per operation, most of them named "200", has too many: these become groups. */
const groupAnswers: Repair = (reference) => {
  for (const card of reference.querySelectorAll('.response-card[role="region"]')) {
    card.setAttribute('role', 'group');
  }
};

/** Links to pages of this site open like all others, and not in a new tab. */
const keepTab: Repair = (reference) => {
  for (const link of reference.querySelectorAll('a[href^="/"][target]')) link.removeAttribute('target');
};

/**
 * The name of a button that copies code. Scalar renders the language and "Copy" twice, and hides one of each until the
 * pointer is over the code.
 */
const nameCopyButtons: Repair = (reference) => {
  for (const button of reference.querySelectorAll('.scalar-code-copy')) {
    const language = button.querySelector('[aria-hidden] span > span')?.textContent ?? 'code';
    button.setAttribute('aria-label', `Copy ${language}`);
  }
};

const repairs: readonly Repair[] = [unwrapMain, followPageMode, groupAnswers, keepTab, nameCopyButtons];

/** Repairs the reference now and after every change, until the returned function is called. */
export function keepRepaired(reference: HTMLElement): () => void {
  const repair = () => {
    for (const each of repairs) each(reference);
  };
  const observer = new MutationObserver(repair);
  observer.observe(reference, { childList: true, subtree: true });
  repair();
  return () => observer.disconnect();
}
