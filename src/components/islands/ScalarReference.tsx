import { useEffect, useState } from 'react';
import { CrashBoundary } from './CrashBoundary.tsx';
import { RenderedReference } from './RenderedReference.tsx';
import { loadDocument, type ReferenceDocument } from './reference-document.ts';
import { loadStyles } from './reference-styles.ts';
import type { Libraries } from './sample-language.ts';

/** Props of {@link ScalarReference}. */
export interface ScalarReferenceProps {
  /** Path of the OpenAPI document on this site. */
  document: string;
  /** Paths of the operations' pages in the static reference, by `operationId`. */
  pages: Record<string, string>;
  /** Scalar's libraries for the sample languages. */
  libraries: Libraries;
  /**
   * The local storage key of the chosen language's label. It is a prop because an import would end up in the script of
   * all pages, and the reference must load even if that script fails.
   */
  languageKey: string;
}

/**
 * The interactive reference of an API. It renders nothing at build time, or until the document and the styles have
 * loaded.
 */
export function ScalarReference(props: ScalarReferenceProps) {
  return (
    <CrashBoundary>
      <LoadedReference {...props} />
    </CrashBoundary>
  );
}

function LoadedReference({ document: url, ...rest }: ScalarReferenceProps) {
  const [document, setDocument] = useState<ReferenceDocument>();
  const [failure, setFailure] = useState<{ error: unknown }>();
  useEffect(() => {
    let mounted = true;
    Promise.all([loadDocument(url), loadStyles()]).then(
      ([loaded]) => mounted && setDocument(loaded),
      (error: unknown) => mounted && setFailure({ error }),
    );
    return () => {
      mounted = false;
    };
  }, [url]);
  if (failure) throw failure.error;
  return document && <RenderedReference document={document} {...rest} />;
}
