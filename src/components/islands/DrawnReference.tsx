import { createApiReference } from '@scalar/api-reference';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { linkOperations, type ReferenceDocument } from './reference-document.ts';
import { awaitArrival } from './scalar-arrival.ts';
import { scalarConfiguration } from './scalar-configuration.ts';
import { keepRepaired } from './scalar-repairs.ts';
import type { ScalarReferenceProps } from './ScalarReference.tsx';

interface Props extends Omit<ScalarReferenceProps, 'document'> {
  document: ReferenceDocument;
}

/** What Scalar's types leave out of a Vue application. */
interface VueApplication {
  mount: (element: HTMLElement) => unknown;
  unmount: () => void;
  config: { errorHandler?: (error: unknown, component: unknown, place: string) => void };
}

/** Where Vue caught an error that leaves what is drawn as it is: handlers of events, parts that load later. */
const HARMLESS = /#runtime-(5|6|13)$/;

/** Scalar's reference, a Vue application, in the colour mode of the page. Throws what Scalar throws. */
export function DrawnReference({ document, pages, libraries }: Props) {
  const configuration = useMemo(
    () => scalarConfiguration(linkOperations(document, pages), libraries),
    [document, pages, libraries],
  );
  const reference = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<{ error: unknown }>();
  useLayoutEffect(() => awaitArrival(reference.current!, Object.keys(pages)), [pages]);
  useEffect(() => {
    const { app: scalar, destroy } = createApiReference(configuration);
    const app = scalar as unknown as VueApplication;
    // Without a handler Vue writes to the console and leaves a hole in the page.
    app.config.errorHandler = (error, _component, place) => {
      if (HARMLESS.test(place)) console.error(error);
      else setFailure({ error });
    };
    app.mount(reference.current!);
    return () => {
      app.unmount();
      destroy();
    };
  }, [configuration]);
  useEffect(followColourMode, []);
  useEffect(() => keepRepaired(reference.current!), []);
  if (failure) throw failure.error;
  return <div ref={reference} />;
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
