import { useEffect, useRef, useState } from 'react';
import { showFailedLoad } from '../offline/page/failed-load.ts';
import { CrashBoundary } from '../shared/browser/CrashBoundary.tsx';
import { FEEDBACK_DELAY } from '../shared/browser/slow.ts';
import type { ReferenceDocument } from './Scalar.tsx';

interface Props {
  /** The URL of the document, which `src/pages/scalar/[api].json.ts` makes. */
  document: string;
  /** The compressed sizes of Scalar's files by name, in bytes, which the build measures. */
  sizes: Readonly<Record<string, number>>;
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
export default function ScalarReference({ document, sizes }: Props) {
  const bytes = Object.values(sizes).reduce((sum, fileSize) => sum + fileSize, 0);
  const size = bytes ? ` (${(bytes / 1e6).toFixed(1)} MB)` : '';
  const status = useRef<HTMLParagraphElement>(null);
  const [isSlow, setSlow] = useState(false);
  const [received, setReceived] = useState<number>();
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>>>();
  useEffect(() => {
    const region = status.current;
    const delay = setTimeout(() => setSlow(true), FEEDBACK_DELAY);
    // Browsers report a file when it has arrived, some twice, but not its size if the service worker delivers it.
    const arrived = new Set<string>();
    const files = new PerformanceObserver((list) => {
      for (const { name } of list.getEntries()) arrived.add(name.slice(name.lastIndexOf('/') + 1));
      setReceived([...arrived].reduce((sum, name) => sum + (sizes[name] ?? 0), 0));
    });
    files.observe({ type: 'resource', buffered: true });
    const stop = () => {
      clearTimeout(delay);
      files.disconnect();
    };
    const fail = (error: unknown) =>
      showFailedLoad(error, 'The full reference', (message) => region?.after(message));
    load(document)
      .finally(() => {
        stop();
        setSlow(false);
        setReceived(undefined);
      })
      .then(setLoaded, fail);
    return stop;
  }, [document, sizes]);
  return (
    <>
      <button type="button" className="small-button" hidden>
        Load the full reference{size}
      </button>
      <p role="status" ref={status}>
        {isSlow && `The full reference is loading${size}…`}
      </p>
      {bytes > 0 && received !== undefined && <progress aria-label="Loaded" value={received} max={bytes} />}
      {loaded && (
        <CrashBoundary>
          <loaded.Scalar content={loaded.content} />
        </CrashBoundary>
      )}
    </>
  );
}
