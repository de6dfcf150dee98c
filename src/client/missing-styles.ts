import { button } from './button.ts';

/** Says that a stylesheet of this page did not arrive; the page reads without, but not as it was made. */
export function tellMissingStyles(): void {
  addEventListener('load', () => {
    // `before-paint.js` notes what did not come.
    if (!document.documentElement.dataset['missing']?.includes('.css')) return;
    const notice = Object.assign(document.createElement('div'), { className: 'island-alert', role: 'alert' });
    notice.append(
      'The styles did not load. ',
      button('Reload', () => location.reload()),
    );
    document.querySelector('.sl-skip-link')!.after(notice);
  });
}
