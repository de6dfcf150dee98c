import 'astro:scripts/before-hydration.js';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { CrashBoundary } from './CrashBoundary.tsx';
import type { ReferenceDocument } from './reference-document.ts';
import type { ReferenceOptions } from './reference-options.ts';
import { ScalarReference } from './ScalarReference.tsx';
import { showChosenLanguage } from './sample-language.ts';

/** Renders the interactive reference of a document into an element. */
export function renderReference(
  place: HTMLElement,
  document: ReferenceDocument,
  { pages, libraries, languageKey }: ReferenceOptions,
): void {
  const props = { document, pages, libraries, languageKey };
  showChosenLanguage(libraries, languageKey);
  flushSync(() =>
    createRoot(place).render(
      <CrashBoundary>
        <ScalarReference {...props} />
      </CrashBoundary>,
    ),
  );
}
