/** The character references that Astro writes. */
const characters = new Map(Object.entries({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }));

/** Reads HTML of the site as text. Unlike `DOMParser`, this loads nothing, and no policy of the browser restricts it. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([^;\s]+);/g, (reference, name: string) => characters.get(name) ?? reference);
}
