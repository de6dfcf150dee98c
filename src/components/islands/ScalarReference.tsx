import { useEffect, useState } from 'react';
import { CrashBoundary } from './CrashBoundary.tsx';
import { RenderedReference } from './RenderedReference.tsx';
import { loadDocument, type ReferenceDocument } from './reference-document.ts';
import { loadStyles } from './reference-styles.ts';
import type { Libraries } from './sample-language.ts';

export interface ScalarReferenceProps {
  /** Address of the OpenAPI document, on this site. */
  document: string;
  /** Addresses of the operations' pages in the static reference, by `operationId`. */
  pages: Record<string, string>;
  /** What samples are written in. */
  libraries: Libraries;
  /**
   * Key in local storage of the chosen language's label. A prop, because an import would be shared with the script of all
   * pages, without which the reference has to load, too.
   */
  languageKey: string;
}

/**
 * The interactive reference of one API, below the same facts in HTML. Empty on the server and until it can be
 * drawn.
 */
export function ScalarReference(props: ScalarReferenceProps) {
  return (
    <CrashBoundary>
      <Prepared {...props} />
    </CrashBoundary>
  );
}

function Prepared({ document: address, ...rest }: ScalarReferenceProps) {
  const [document, setDocument] = useState<ReferenceDocument>();
  const [failure, setFailure] = useState<{ error: unknown }>();
  useEffect(() => {
    let wanted = true;
    Promise.all([loadDocument(address), loadStyles()]).then(
      ([loaded]) => wanted && setDocument(loaded),
      (error: unknown) => wanted && setFailure({ error }),
    );
    return () => {
      wanted = false;
    };
  }, [address]);
  if (failure) throw failure.error;
  return document && <RenderedReference document={document} {...rest} />;
}
