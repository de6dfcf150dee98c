import { ApiReferenceReact } from '@scalar/api-reference-react';
import { use, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import styles from '../../styles/api-reference.css?url&no-inline';
import { awaitArrival } from './scalar-arrival.ts';
import { documentAt, linkOperations, scalarConfiguration } from './scalar-configuration.ts';
import { keepRepaired } from './scalar-repairs.ts';

export interface ScalarReferenceProps {
  /** Address of the OpenAPI document, on this site. */
  document: string;
  /** Addresses of the operations' pages in the static reference, by `operationId`. */
  pages: Record<string, string>;
  /** Libraries that samples are written for, such as `shell/curl`. */
  libraries: readonly string[];
}

/** Scalar's reference of one OpenAPI document, in the colour mode of the page. */
export default function ScalarReference({ document: address, pages, libraries }: ScalarReferenceProps) {
  const document = use(documentAt(address));
  const configuration = useMemo(
    () => scalarConfiguration(linkOperations(document, pages), libraries),
    [document, pages, libraries],
  );
  const reference = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => awaitArrival(reference.current!, Object.keys(pages)), [pages]);
  useEffect(followColourMode, []);
  useEffect(() => keepRepaired(reference.current!), []);
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      <div ref={reference}>
        <ApiReferenceReact configuration={configuration} />
      </div>
    </>
  );
}

/** Scalar reads its mode from a class of the body; ours stands on `<html>` and can change at any time. */
function followColourMode() {
  const { body, documentElement: root } = document;
  const follow = () => {
    const dark = root.dataset['theme'] === 'dark';
    body.classList.toggle('dark-mode', dark);
    body.classList.toggle('light-mode', !dark);
  };
  const observer = new MutationObserver(follow);
  // Scalar sets the class of its own accord when it mounts, so both elements are watched.
  observer.observe(root, { attributeFilter: ['data-theme'] });
  observer.observe(body, { attributeFilter: ['class'] });
  follow();
  return () => observer.disconnect();
}
