import type { Page } from 'playwright-core';

/** How an element and its generated content look. */
export interface ElementStyle {
  /** Its tag and class, for messages. */
  element: string;
  /** A hash of the values, or each property with its value on a line of its own. */
  style: string;
}

interface Query {
  theme: string;
  properties: readonly string[];
  /** The place of one element, for its values in readable form. Without it, all elements come, with hashes. */
  index?: number | undefined;
}

/** The properties that rules of a page set, except custom ones. */
export interface DeclaredProperties {
  all: string[];
  /** Those whose values may depend on the width or the theme: by a condition of a rule, or by a custom property. */
  conditional: string[];
}

/** The properties that a page's rules set: only these can change if a rule is missing. */
export function declaredProperties(page: Page): Promise<DeclaredProperties> {
  return page.evaluate(() => {
    const all = new Set<string>();
    const conditional = new Set<string>();
    const read = (rules: CSSRuleList, hasCondition: boolean) => {
      for (const rule of rules) {
        const { style, selectorText = '', cssRules } = rule as CSSStyleRule;
        const depends = hasCondition || rule instanceof CSSConditionRule || /data-theme/.test(selectorText);
        for (const name of style ?? []) {
          const value = style.getPropertyValue(name);
          all.add(name);
          // Where a shorthand has a custom property, its longhands have no value.
          if (depends || value === '' || /var\(|light-dark\(|v[wh]\b/.test(value)) conditional.add(name);
        }
        read(cssRules ?? [], depends);
      }
    };
    for (const { cssRules } of document.styleSheets) read(cssRules, false);
    const names = (set: Set<string>) => [...set].filter((name) => !name.startsWith('--'));
    return { all: names(all), conditional: names(conditional) };
  });
}

/** The computed styles of a page's elements, in the order of the document. */
export function computedStyles(page: Page, query: Query): Promise<ElementStyle[]> {
  return page.evaluate(({ theme, properties, index }) => {
    document.documentElement.dataset['theme'] = theme;
    for (const animation of document.getAnimations()) animation.cancel();

    const text = (style: CSSStyleDeclaration) =>
      properties
        .map((name) => `${name}: ${style.getPropertyValue(name)}`)
        .join('\n')
        .replaceAll(location.origin, '');
    const hash = (content: string) => {
      let value = 0;
      for (let at = 0; at < content.length; at++) value = (Math.imul(value, 31) + content.charCodeAt(at)) | 0;
      return String(value);
    };
    const isShown = ({ localName }: Element) =>
      !/^(script|style|link|meta|title|head|template)$/.test(localName);
    const elements = [...document.querySelectorAll('*')].filter(isShown);
    return (index === undefined ? elements : [elements[index]!]).map((element) => {
      const marker = element.matches('li, summary') ? ['::marker'] : [];
      const generated = ['::before', '::after', ...marker]
        .map((pseudo) => getComputedStyle(element, pseudo))
        .filter(({ content }) => content !== 'none');
      const style = [getComputedStyle(element), ...generated].map(text).join('\n');
      return {
        element: `<${element.localName} class="${element.getAttribute('class') ?? ''}">`,
        style: index === undefined ? hash(style) : style,
      };
    });
  }, query);
}
