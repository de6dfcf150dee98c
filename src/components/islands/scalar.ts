import { createApiReference, type ReferenceProps } from '@scalar/api-reference';
import { copy } from '../../client/support/copy.ts';
import { alertMessage } from '../../client/support/failed-load.ts';
import { store, stored } from '../../client/support/storage.ts';
import { sampleLanguages, type SampleLanguage } from '../../config/languages.ts';
import { scalarLanguages } from '../../config/samples.ts';
import { isReferenceFragment } from '../../config/scalar.ts';
import { chosenTabKey, languageTabs } from '../../config/tabs.ts';

type Configuration = NonNullable<ReferenceProps['configuration']>;

/** Vue's codes for errors that don't affect what is rendered: in event handlers and in async components. */
const HARMLESS = /#runtime-(5|6|13)$/;

/** The local storage key of the language that Scalar shows first. */
const SCALAR_LANGUAGE = 'scalar-reference-selected-client-v2';

/**
 * Scalar's settings. It makes no requests to other origins or to the APIs, and leaves the page's URL alone. Its own search,
 * color mode, sidebar, and samples are off.
 */
const settings = {
  urlRouting: false,
  showSidebar: false,
  hideSearch: true,
  hideModels: true,
  hideTestRequestButton: true,
  hideClientButton: true,
  hideDarkModeToggle: true,
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
  generateOperationSlug: ({ operationId, method, path }) => operationId ?? `${method}${path}`,
} satisfies Configuration;

/** What Scalar's types lack of its Vue application. */
interface VueApplication {
  mount: (element: Element) => unknown;
  config: { errorHandler?: (error: unknown, component: unknown, info: string) => void };
}

/**
 * Renders Scalar's reference of an OpenAPI document into an element, or a message with a button if it crashes.
 *
 * @returns When the first operation or the message shows.
 */
export function renderReference(place: HTMLElement, content: Record<string, unknown>): Promise<void> {
  const webhooks = (content['webhooks'] ?? {}) as Record<string, Record<string, { operationId: string }>>;
  const configuration: Configuration = {
    ...settings,
    content,
    generateWebhookSlug: ({ name }) => Object.values(webhooks[name]!)[0]!.operationId,
  };
  const mount = () => {
    const reference = createApiReference(configuration);
    const app = reference.app as unknown as VueApplication;
    // Without a handler, Vue only logs the error and leaves a gap.
    app.config.errorHandler = (error, _component, info) => {
      console.error(error);
      if (HARMLESS.test(info) || !root.isConnected) return;
      reference.destroy();
      place.replaceChildren(
        alertMessage('This page crashed.', 'Try again', () => {
          // The pressed button disappears, so the section takes the focus.
          place.closest('section')?.focus({ preventScroll: true });
          mount();
        }),
      );
    };
    const root = document.createElement('div');
    place.replaceChildren(root);
    repair(root);
    app.mount(root);
  };
  // Over HTTP, browsers leave out the clipboard, which Scalar's copy buttons need.
  const writeText = (text: string) => copy(Promise.resolve(text));
  if (!navigator.clipboard) Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  shareLanguage();
  followColorMode();
  keepTab(place);
  mount();
  void arriveAtFragment(place);
  addEventListener('hashchange', () => void arriveAtFragment(place));
  return becomes(place, () => place.querySelector('h3, [role=alert]') !== null);
}

/** Waits until something is true of an element's content. */
function becomes(place: HTMLElement, check: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!check()) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(place, { attributeFilter: ['data-placeholder'], childList: true, subtree: true });
    look();
  });
}

/**
 * Replaces Scalar's `<main>`, because the page already has one, and shows requests in the page's color mode instead of
 * always in dark colors that lack contrast. Vue still works: it looks up parents in the DOM.
 */
function repair(root: HTMLElement) {
  const observer = new MutationObserver(() => {
    for (const card of root.querySelectorAll('.dark-mode')) card.classList.remove('dark-mode');
    const main = root.querySelector('main');
    if (!main) return;
    const replacement = document.createElement('div');
    for (const { name, value } of main.attributes)
      if (name !== 'aria-label') replacement.setAttribute(name, value);
    replacement.append(...main.childNodes);
    main.replaceWith(replacement);
  });
  observer.observe(root, { childList: true, subtree: true });
}

/** Scrolls to the operation in the URL's fragment, once all operations have rendered, which moves them. */
async function arriveAtFragment(place: HTMLElement) {
  if (!isReferenceFragment(location.hash)) return;
  const link = `[id$="/${CSS.escape(location.hash.slice(1))}"]`;
  const target = () => place.querySelector<HTMLElement>(link);
  await becomes(place, () => target() !== null && !place.querySelector('[data-placeholder="true"]'));
  target()!.scrollIntoView({ behavior: 'instant' });
  target()!.focus({ preventScroll: true });
}

/** Opens links to pages of this site in the same tab. */
function keepTab(place: HTMLElement) {
  const keep = ({ target }: Event) => (target as Element).closest('a[href^="/"]')?.removeAttribute('target');
  place.addEventListener('click', keep, { capture: true });
}

/**
 * Shows the language that the reader last chose on any page, or the first one, and remembers for all pages what the reader
 * chooses in Scalar. Scalar's setting accepts only its own samples: https://github.com/scalar/scalar/issues/5279
 */
function shareLanguage() {
  const key = chosenTabKey(languageTabs);
  const idOf = ({ language }: SampleLanguage) => `custom/${scalarLanguages[language]}`;
  const label = stored(key);
  const shown = idOf(sampleLanguages.find((each) => each.label === label) ?? sampleLanguages[0]!);
  try {
    localStorage.setItem(SCALAR_LANGUAGE, shown);
  } catch {
    // The storage is blocked or full. Scalar shows the first language.
    return;
  }
  addEventListener('pagehide', () => {
    const chosen = localStorage.getItem(SCALAR_LANGUAGE);
    const language = sampleLanguages.find((each) => idOf(each) === chosen);
    if (language && chosen !== shown) store(key, language.label);
  });
}

/** Keeps Scalar in the page's color mode, and in light mode for print. Its mode is a class of `<body>`. */
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
}
