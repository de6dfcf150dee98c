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

/** The properties that any rule of a page sets, except custom ones. */
export function declaredProperties(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const namesIn = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) => [
        ...((rule as CSSStyleRule).style ?? []),
        ...namesIn((rule as CSSGroupingRule).cssRules ?? []),
      ]);
    const names = [...document.styleSheets].flatMap(({ cssRules }) => namesIn(cssRules));
    return [...new Set(names)].filter((name) => !name.startsWith('--'));
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
