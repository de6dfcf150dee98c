const rendered = new WeakMap<object, Promise<string>>();

/** Renders HTML that is the same on many pages only once. `of` is the object that it shows, which the build keeps. */
export function renderedOnce(of: object, render: () => Promise<string>): Promise<string> {
  const known = rendered.get(of) ?? render();
  rendered.set(of, known);
  return known;
}
