import { button } from './button.ts';

/** Shows a notice with a Reload button if a stylesheet of this page failed to load. */
export function reportMissingStyles(): void {
  addEventListener('load', () => {
    // `head/before-paint.ts` records failed files here.
    if (!document.documentElement.dataset['missing']?.includes('.css')) return;
    const notice = Object.assign(document.createElement('div'), { className: 'island-alert', role: 'alert' });
    notice.append(
      'The styles did not load. ',
      button('Reload', () => location.reload()),
    );
    document.querySelector('.sl-skip-link')!.after(notice);
  });
}
