import 'astro:scripts/before-hydration.js';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { AnnouncementBar } from './AnnouncementBar.tsx';
import { ColorModeToggle } from './ColorModeToggle.tsx';

const controls = { AnnouncementBar, ColorModeToggle };

/** Renders the component that `data-control` specifies in place of its static HTML, and keeps the focus on its button. */
export function renderControl(place: HTMLElement): void {
  const Control = controls[place.dataset['control'] as keyof typeof controls];
  const hadFocus = place.contains(document.activeElement);
  flushSync(() => createRoot(place).render(<Control />));
  if (hadFocus) place.querySelector('button')?.focus();
}
