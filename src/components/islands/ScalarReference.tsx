import { ApiReferenceReact } from '@scalar/api-reference-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { SCALAR_CRASHED } from './scalar-crash.ts';
import type { ReferenceDocument } from './reference-document.ts';
import { hideUntilSettled } from './scalar-arrival.ts';
import { scalarConfiguration } from './scalar-configuration.ts';
import { markOperationBeingRead } from './scalar-reading.ts';
import { keepRepaired } from './scalar-repairs.ts';
import { rememberLanguage } from './sample-language.ts';
import type { ReferenceOptions } from './reference-options.ts';

interface Props extends Pick<ReferenceOptions, 'pages' | 'libraries' | 'languageKey'> {
  document: ReferenceDocument;
}

/** Scalar's reference, a Vue application, in the color mode of the page. Rethrows Scalar's errors while rendering. */
export function ScalarReference({ document, pages, libraries, languageKey }: Props) {
  const configuration = useMemo(() => scalarConfiguration(document), [document]);
  const reference = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<{ error: unknown }>();
  useLayoutEffect(() => hideUntilSettled(reference.current!, Object.keys(pages)), [pages]);
  useEffect(() => {
    const element = reference.current!;
    const onCrash = (event: Event) => {
      // Hide what Vue left immediately. React updates only after the next frame.
      element.hidden = true;
      setFailure({ error: (event as CustomEvent).detail });
    };
    element.addEventListener(SCALAR_CRASHED, onCrash);
    return () => element.removeEventListener(SCALAR_CRASHED, onCrash);
  }, []);
  useEffect(followColorMode, []);
  useEffect(() => keepRepaired(reference.current!), []);
  useEffect(() => markOperationBeingRead(reference.current!, pages), [pages]);
  useEffect(() => rememberLanguage(libraries, languageKey), [libraries, languageKey]);
  if (failure) throw failure.error;
  return (
    <div ref={reference}>
      <ApiReferenceReact configuration={configuration} />
    </div>
  );
}

/**
 * Keeps Scalar in the page's color mode, and in light mode for print. Scalar's mode is a class of `<body>`, ours an
 * attribute of `<html>`.
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
  // Observe both elements, because Scalar sets the class itself when it mounts.
  observer.observe(root, { attributeFilter: ['data-theme'] });
  observer.observe(body, { attributeFilter: ['class'] });
  print.addEventListener('change', follow);
  follow();
  return () => {
    observer.disconnect();
    print.removeEventListener('change', follow);
  };
}
