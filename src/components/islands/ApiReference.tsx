import { lazy, Suspense } from 'react';
import type { ScalarReferenceProps } from './ScalarReference.tsx';

// Scalar weighs more than all pages of a section together: only these ten pages may load it, and after their text.
const ScalarReference = lazy(() => import('./ScalarReference.tsx'));

/** The interactive reference of one API. Drawn in the browser only, below the same facts in HTML. */
export function ApiReference(props: ScalarReferenceProps) {
  return (
    <Suspense fallback={<p role="status">Loading the interactive reference…</p>}>
      <ScalarReference {...props} />
    </Suspense>
  );
}
