/** Reduces a page to its text, to measure the least that reading it can cost. */

import { Parser } from 'htmlparser2';

/** The elements that stay. Of other elements, only the content stays. */
const kept = new Set(
  'h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd table thead tbody tr th td pre code a strong em details summary'.split(
    ' ',
  ),
);

/** Elements without text, or with text that isn't part of what people read. */
const dropped = new Set(['script', 'style', 'svg', 'button', 'select', 'template', 'astro-island']);

/** The main content of a page in plain HTML, without styles, scripts, images and navigation. */
export function bareText(page: string): string {
  const parts: string[] = [];
  let inMain = false;
  let depthOfDropped = 0;
  const parser = new Parser(
    {
      onopentag(name, { href }) {
        if (name === 'main') inMain = true;
        if (dropped.has(name)) depthOfDropped += 1;
        if (inMain && depthOfDropped === 0 && kept.has(name)) {
          parts.push(name === 'a' && href ? `<a href="${href}">` : `<${name}>`);
        }
      },
      ontext(text) {
        if (inMain && depthOfDropped === 0) parts.push(text);
      },
      onclosetag(name) {
        if (inMain && depthOfDropped === 0 && kept.has(name)) parts.push(`</${name}>`);
        if (dropped.has(name)) depthOfDropped -= 1;
        if (name === 'main') inMain = false;
      },
    },
    // Keep text in its source form, so that it needs no escaping.
    { decodeEntities: false },
  );
  parser.end(page);
  // Without an icon, browsers request `/favicon.ico`.
  const icon = '<link rel="icon" href="data:,">';
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare text</title>${icon}`;
  return `<!doctype html><html lang="en">${head}<body>${parts.join('')}</body></html>`;
}
