/*
 * Replaces `@scalar/api-reference` for `@scalar/api-reference-react`; see `src/build/scalar.ts`. It adds an error
 * handler, which reports crashes to the page. Without a handler, Vue only logs the error and leaves a gap. Over HTTP, it
 * adds the clipboard that browsers leave out and Scalar's copy buttons need.
 */

import { createApiReference as create } from '@scalar/api-reference';
import { copy } from '../../client/support/copy.ts';
import { SCALAR_CRASHED } from './scalar-crash.ts';

/** The parts of a Vue application that are missing in Scalar's types. */
interface VueApplication {
  mount: (element: Element) => unknown;
  unmount: () => void;
  config: { errorHandler?: (error: unknown, component: unknown, info: string) => void };
}

type Configuration = NonNullable<Parameters<typeof create>[1]>;

/** Vue's codes for errors that don't affect what is rendered: in event handlers and in async components. */
const HARMLESS = /#runtime-(5|6|13)$/;

/** Renders the reference into an element. It has the same interface as Scalar's function of this name. */
export function createApiReference(element: Element, configuration: Configuration) {
  const writeText = (text: string) => copy(Promise.resolve(text));
  if (!navigator.clipboard) Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  const reference = create(configuration);
  const app = reference.app as unknown as VueApplication;
  app.config.errorHandler = (error, _component, info) => {
    if (HARMLESS.test(info)) console.error(error);
    else element.dispatchEvent(new CustomEvent(SCALAR_CRASHED, { detail: error, bubbles: true }));
  };
  app.mount(element);
  const destroy = () => {
    app.unmount();
    reference.destroy();
  };
  return { ...reference, destroy };
}
