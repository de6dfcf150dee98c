/*
 * What `@scalar/api-reference-react` gets for `@scalar/api-reference` (see src/integrations/scalar.ts): the
 * same, and a crash of Scalar reaches the page. Without a handler Vue writes it to the console and leaves a hole.
 */

import { createApiReference as create } from '@scalar/api-reference';
import { SCALAR_CRASHED } from './scalar-crash.ts';

/** What Scalar's types leave out of a Vue application. */
interface VueApplication {
  mount: (element: Element) => unknown;
  unmount: () => void;
  config: { errorHandler?: (error: unknown, component: unknown, place: string) => void };
}

type Configuration = NonNullable<Parameters<typeof create>[1]>;

/** Where Vue caught an error that leaves what is drawn as it is: handlers of events, parts that load later. */
const HARMLESS = /#runtime-(5|6|13)$/;

/** Draws the reference into an element, as Scalar's function of that name does. */
export function createApiReference(element: Element, configuration: Configuration) {
  const reference = create(configuration);
  const app = reference.app as unknown as VueApplication;
  app.config.errorHandler = (error, _component, place) => {
    if (HARMLESS.test(place)) console.error(error);
    else element.dispatchEvent(new CustomEvent(SCALAR_CRASHED, { detail: error, bubbles: true }));
  };
  app.mount(element);
  const destroy = () => {
    app.unmount();
    reference.destroy();
  };
  return { ...reference, destroy };
}
