import { ApiReferenceReact } from '@scalar/api-reference-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { SCALAR_CRASHED } from './scalar-crash.ts';
import { linkOperations, type ReferenceDocument } from './reference-document.ts';
import { awaitArrival } from './scalar-arrival.ts';
import { scalarConfiguration } from './scalar-configuration.ts';
import { keepRepaired } from './scalar-repairs.ts';
import { chosenLibrary, rememberLanguage } from './sample-language.ts';
import type { ScalarReferenceProps } from './ScalarReference.tsx';

interface Props extends Omit<ScalarReferenceProps, 'document'> {
  document: ReferenceDocument;
}

/** Scalar's reference, a Vue application, in the color mode of the page. Throws what Scalar throws. */
export function RenderedReference({ document, pages, libraries, languageKey }: Props) {
  const configuration = useMemo(
    () =>
      scalarConfiguration(linkOperations(document, pages), libraries, chosenLibrary(libraries, languageKey)),
    [document, pages, libraries, languageKey],
  );
  const reference = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<{ error: unknown }>();
  useLayoutEffect(() => awaitArrival(reference.current!, Object.keys(pages)), [pages]);
  useEffect(() => {
    const element = reference.current!;
    const crashed = (event: Event) => {
      // React answers after the next frame, in which the reader would see how what Vue left falls in.
      element.hidden = true;
      setFailure({ error: (event as CustomEvent).detail });
    };
    element.addEventListener(SCALAR_CRASHED, crashed);
    return () => element.removeEventListener(SCALAR_CRASHED, crashed);
  }, []);
  useEffect(followColorMode, []);
  useEffect(() => keepRepaired(reference.current!), []);
  useEffect(() => rememberLanguage(libraries, languageKey), [libraries, languageKey]);
  if (failure) throw failure.error;
  return (
    <div ref={reference}>
      <ApiReferenceReact configuration={configuration} />
    </div>
  );
}

/**
 * Keeps Scalar in the page's color mode, which can change at any time, and in light mode on paper. Scalar reads its
 * mode from a class of the body; ours is an attribute of `<html>`.
 */
function followColorMode() {
  const { body, documentElement: root } = document;
  const print = matchMedia('print');
  const follow = () => {
    const dark = root.dataset['theme'] === 'dark' && !print.matches;
    body.classList.toggle('dark-mode', dark);
    body.classList.toggle('light-mode', !dark);
  };
  const observer = new MutationObserver(follow);
  // Scalar sets the class itself when it mounts, so both elements are watched.
  observer.observe(root, { attributeFilter: ['data-theme'] });
  observer.observe(body, { attributeFilter: ['class'] });
  print.addEventListener('change', follow);
  follow();
  return () => {
    observer.disconnect();
    print.removeEventListener('change', follow);
  };
}
