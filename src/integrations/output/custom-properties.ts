/** Custom properties that a stylesheet reads. */
export function propertiesIn(css: string): ReadonlySet<string> {
  return new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name));
}

/** Custom properties with those that their values are made of, as far as a stylesheet sets them. */
export function withSources(properties: Iterable<string>, css: string): ReadonlySet<string> {
  const values = Map.groupBy(css.matchAll(/(--[\w-]+)\s*:([^;}]*)/g), ([, name = '']) => name);
  const all = new Set(properties);
  for (const name of all)
    for (const [, , value = ''] of values.get(name) ?? [])
      propertiesIn(value).forEach((each) => all.add(each));
  return all;
}
