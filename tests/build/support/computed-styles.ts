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
interface DeclaredProperties {
  all: string[];
  /** Those whose values may depend on the width or the theme: by a condition of a rule, or by a custom property that does. */
  conditional: string[];
}

/** The properties that a page's rules set: only these can change if a rule is missing. */
export function declaredProperties(page: Page): Promise<DeclaredProperties> {
  return page.evaluate(() => {
    interface Declaration {
      name: string;
      /** Where a shorthand has a custom property, its longhands have no value: all that the rule sets. */
      value: string;
      hasCondition: boolean;
    }
    const declarations: Declaration[] = [];
    // Other conditions, such as print or reduced motion, apply to every width and theme or to none.
    const changes = (rule: CSSRule) =>
      rule instanceof CSSContainerRule ||
      (rule instanceof CSSMediaRule && /width|height|ratio|orientation|scheme/.test(rule.conditionText));
    const read = (rules: CSSRuleList, hasCondition: boolean) => {
      for (const rule of rules) {
        const { style, selectorText = '', cssRules } = rule as CSSStyleRule;
        const depends = hasCondition || changes(rule) || /data-theme/.test(selectorText);
        for (const name of style ?? []) {
          const value = style.getPropertyValue(name) || style.cssText;
          declarations.push({ name, value, hasCondition: depends });
        }
        read(cssRules ?? [], depends);
      }
    };
    for (const { cssRules } of document.styleSheets) read(cssRules, false);

    const changing = new Set<string>();
    const mayChange = ({ value, hasCondition }: Declaration) =>
      hasCondition ||
      /light-dark\(|v[wh]\b/.test(value) ||
      [...value.matchAll(/var\(\s*(--[\w-]+)/g)].some(([, name]) => changing.has(name!));
    for (let before = -1; before !== changing.size;) {
      before = changing.size;
      for (const each of declarations) if (mayChange(each)) changing.add(each.name);
    }
    // Pages read from left to right, so a margin at the start is the left one, and is compared once.
    const physical = (name: string) =>
      name
        .replace(/inline-size$/, 'width')
        .replace(/block-size$/, 'height')
        .replace('-inline-start', '-left')
        .replace('-inline-end', '-right')
        .replace('-block-start', '-top')
        .replace('-block-end', '-bottom')
        .replace(/^inset-(?=(left|right|top|bottom)$)/, '');
    const names = (set: Iterable<string>) => [
      ...new Set([...set].filter((name) => !name.startsWith('--')).map(physical)),
    ];
    return { all: names(declarations.map(({ name }) => name)), conditional: names(changing) };
  });
}

/** The computed styles of a page's elements, in the order of the document. */
export function computedStyles(page: Page, query: Query): Promise<ElementStyle[]> {
  return page.evaluate(({ theme, properties, index }) => {
    document.documentElement.dataset['theme'] = theme;
    for (const animation of document.getAnimations()) animation.cancel();

    const valuesOf = (style: CSSStyleDeclaration) => properties.map((name) => style.getPropertyValue(name));
    const named = (values: string[]) =>
      values.map((value, at) => `${properties[at % properties.length]}: ${value}`).join('\n');
    const hash = (values: string[]) => {
      const text = values.join('\n').replaceAll(location.origin, '');
      let value = 0;
      for (let at = 0; at < text.length; at++) value = (Math.imul(value, 31) + text.charCodeAt(at)) | 0;
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
      const values = [getComputedStyle(element), ...generated].flatMap(valuesOf);
      return {
        element: `<${element.localName} class="${element.getAttribute('class') ?? ''}">`,
        style: index === undefined ? hash(values) : named(values).replaceAll(location.origin, ''),
      };
    });
  }, query);
}
