import { useEffect, useRef, useState } from 'react';
import { showFailedLoad } from '../offline/page/failed-load.ts';
import { CrashBoundary } from '../shared/browser/CrashBoundary.tsx';
import { announceWait } from '../shared/browser/slow.ts';
import type { ReferenceDocument } from './Scalar.tsx';

/** The compressed size of what the reference loads. `tests/site/weight.test.ts` measures it. */
const CODE_SIZE = '1.2 MB';

interface Props {
  /** The URL of the document, which `src/pages/scalar/[api].json.ts` makes. */
  document: string;
}

/** Loads Scalar and the document that it shows, at the same time. */
async function load(url: string) {
  const [{ default: Scalar }, response] = await Promise.all([import('./Scalar.tsx'), fetch(url)]);
  if (!response.ok) throw new Error(`The server responded to ${response.url} with ${response.status}.`);
  return { Scalar, content: (await response.json()) as ReferenceDocument };
}

/**
 * The interactive reference of an API. The server renders what readers see without Scalar. `client:near` shows the
 * button instead of loading the island if the reader saves data.
 */
export default function ScalarReference({ document }: Props) {
  const status = useRef<HTMLParagraphElement>(null);
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>>>();
  useEffect(() => {
    const region = status.current;
    const fail = (error: unknown) =>
      showFailedLoad(error, 'The full reference', (message) => region?.after(message));
    announceWait(load(document), region, 'The full reference is loading…').then(setLoaded, fail);
  }, [document]);
  return (
    <>
      <button type="button" className="small-button" hidden>
        Load the full reference ({CODE_SIZE})
      </button>
      <p className="loading" role="status" ref={status} />
      {loaded && (
        <CrashBoundary>
          <loaded.Scalar content={loaded.content} />
        </CrashBoundary>
      )}
    </>
  );
}
