import { ApiReferenceReact } from '@scalar/api-reference-react';
import { useEffect, useRef, useState, type ComponentProps, type MouseEvent } from 'react';
import { adoptStyles } from '../shared/browser/adopt-styles.ts';
import { copy } from '../shared/browser/copy.ts';
import { store, stored } from '../shared/browser/storage.ts';
import { languageTabs } from '../components/tabs/tabs.ts';
import { scalarLanguage, sampleLanguages } from '../config/samples.ts';
import styles from './scalar.css?inline';

/** A document of `src/scalar/document.ts`. */
export interface ReferenceDocument extends Record<string, unknown> {
  webhooks?: Record<string, { post: { operationId: string } }>;
}

interface VueContainer extends Element {
  __vue_app__: { config: { errorHandler?: (error: unknown, component: unknown, info: string) => void } };
}

/** Vue's codes for errors that don't affect rendering, such as errors in event handlers and async components. */
const HARMLESS_CODES = ['5', '6', '13'].map((code) => `#runtime-${code}`);

/** The local storage key of the language that Scalar shows first. */
const SCALAR_LANGUAGE = 'scalar-reference-selected-client-v2';

/** With these settings, Scalar sends no requests to other origins or the APIs, and doesn't change the page's URL. */
const settings = {
  urlRouting: false,
  showSidebar: false,
  hideSearch: true,
  hideModels: true,
  hideTestRequestButton: true,
  hideClientButton: true,
  hideDarkModeToggle: true,
  // In Scalar's light mode, its code couldn't be light in print.
  forceDarkModeState: 'dark',
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  theme: 'none',
  defaultOpenAllTags: true,
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
  expandAllResponses: true,
  hiddenClients: true,
  localization: {
    translations: {
      operation: {
        body: 'Request body',
        pathParameters: 'Path parameters',
        queryParameters: 'Query parameters',
      },
      response: { showSchema: 'Show schema' },
      schema: { enum: '' }, // The values follow.
    },
  },
  generateOperationSlug: ({ operationId, method, path }) => operationId ?? `${method}${path}`,
} satisfies ComponentProps<typeof ApiReferenceReact>['configuration'];

interface Props {
  content: ReferenceDocument;
}

/** Scalar's reference, a Vue application. Rethrows Vue's errors while rendering, so that they reach the boundary. */
export default function Scalar({ content }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<{ error: unknown }>();
  // Scalar reads the language when it starts.
  const [configuration] = useState(() => {
    prepareDocument();
    const generateWebhookSlug = ({ name }: { name: string }) =>
      content.webhooks?.[name]?.post.operationId ?? name;
    return { ...settings, content, generateWebhookSlug };
  });
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const { config } = (element.firstElementChild as VueContainer).__vue_app__;
    // Without a handler, Vue only logs the error and leaves a gap.
    config.errorHandler = (error, _component, info) => {
      if (HARMLESS_CODES.some((code) => info.endsWith(code))) console.error(error);
      else setFailure({ error });
    };
    const ends = [keepRepaired(element), followOperations(element), followFragment(element)];
    return () => ends.forEach((end) => end());
  }, []);
  if (failure) throw failure.error;
  return (
    <div ref={root} className="not-content" onClickCapture={keepTab}>
      <ApiReferenceReact configuration={configuration} />
    </div>
  );
}

/** Prepares the page for Scalar: its styles, its language, and a clipboard. */
function prepareDocument() {
  const writeText = (text: string) => copy(Promise.resolve(text));
  // Scalar's copy buttons need a clipboard, which browsers don't provide over HTTP.
  if (!navigator.clipboard) Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  adoptStyles(styles);
  shareLanguage();
}

/**
 * Replaces Scalar's `<main>`, because the page already has one. Vue still works, as it looks up parents in the DOM.
 */
function keepRepaired(root: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    const main = root.querySelector('main');
    if (!main) return;
    const replacement = document.createElement('div');
    for (const { name, value } of main.attributes)
      if (name !== 'aria-label') replacement.setAttribute(name, value);
    replacement.append(...main.childNodes);
    main.replaceWith(replacement);
  });
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Marks the operation in view in the sidebar. Scalar puts an operation's ID at the end of its element's ID. */
function followOperations(root: HTMLElement): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const id = target.id.slice(target.id.lastIndexOf('/') + 1).toLowerCase();
        const link = document.querySelector(`nav.sidebar a[href$="/${CSS.escape(id)}/"]`);
        if (isIntersecting) link?.setAttribute('aria-current', 'location');
        else link?.removeAttribute('aria-current');
      }
    },
    { rootMargin: '-30% 0px -70% 0px' },
  );
  const rendered = new MutationObserver(() => {
    for (const operation of root.querySelectorAll('.section[id*="/"]')) observer.observe(operation);
  });
  rendered.observe(root, { childList: true, subtree: true });
  return () => {
    rendered.disconnect();
    observer.disconnect();
  };
}

/** Goes to the operation in the URL's fragment, now and whenever it changes. */
function followFragment(root: HTMLElement): () => void {
  const rendered = new MutationObserver(() => goOn());
  const goOn = () => {
    // Rendering moves operations, so wait until all have rendered.
    if (!root.querySelector('h3') || root.querySelector('[data-placeholder="true"]')) return;
    rendered.disconnect();
    const operation = root.querySelector<HTMLElement>(`[id$="/${CSS.escape(location.hash.slice(1))}"]`);
    operation?.scrollIntoView({ behavior: 'instant' });
    operation?.focus({ preventScroll: true });
  };
  const go = () => {
    rendered.disconnect();
    if (!location.hash.startsWith('#tag/')) return;
    rendered.observe(root, { childList: true, subtree: true, attributeFilter: ['data-placeholder'] });
    goOn();
  };
  go();
  addEventListener('hashchange', go);
  return () => {
    rendered.disconnect();
    removeEventListener('hashchange', go);
  };
}

/** Opens links to pages of this site in the same tab. */
function keepTab({ target }: MouseEvent): void {
  (target as Element).closest('a[href^="/"]')?.removeAttribute('target');
}

/**
 * Shows the language that the reader last chose on any page, and remembers a choice on this page. Scalar's own setting
 * accepts only its own samples: https://github.com/scalar/scalar/issues/5279
 */
function shareLanguage() {
  // Starlight's key for the chosen tab.
  const key = `starlight-synced-tabs__${languageTabs}`;
  const ids = new Map<string, string>(
    sampleLanguages.map(({ label, language }) => [label, `custom/${scalarLanguage(language)}`]),
  );
  const [first = ''] = ids.values();
  const shown = ids.get(stored(key) ?? '') ?? first;
  try {
    localStorage.setItem(SCALAR_LANGUAGE, shown);
  } catch {
    // If storage is blocked or full, Scalar shows the first language.
    return;
  }
  addEventListener('pagehide', () => {
    const chosen = localStorage.getItem(SCALAR_LANGUAGE);
    const [label] = [...ids].find(([, id]) => id === chosen && id !== shown) ?? [];
    if (label) store(key, label);
  });
}
