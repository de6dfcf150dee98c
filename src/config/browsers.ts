/** First versions that have a feature, or the oldest browsers that the site supports. */
interface Versions {
  chrome: number;
  firefox: number;
  safari: number;
}

/**
 * What pages cannot do without, and the first versions that have it. Everything newer needs a fallback. Edge has
 * Chrome's versions.
 */
const required: Readonly<Record<string, Versions>> = {
  'light-dark(), for the colors of both modes': { chrome: 123, firefox: 120, safari: 17.5 },
  'popover, for the menu on phones': { chrome: 116, firefox: 125, safari: 17 },
  ':has(), for the layout': { chrome: 105, firefox: 121, safari: 15.4 },
  '<dialog>, for the search': { chrome: 37, firefox: 98, safari: 15.4 },
  'Promise.withResolvers(), for the search': { chrome: 119, firefox: 121, safari: 17.4 },
  '@media (scripting), for pages without JavaScript': { chrome: 120, firefox: 113, safari: 17 },
  '@property, for the interactive reference': { chrome: 85, firefox: 128, safari: 16.4 },
};

const oldest = (browser: keyof Versions) =>
  Math.max(...Object.values(required).map((versions) => versions[browser]));

const [chrome, firefox, safari] = [oldest('chrome'), oldest('firefox'), oldest('safari')];

/** The oldest supported browsers, for people. README and "Keep these docs offline" say the same. */
export const supportedBrowsers = `Chrome ${chrome}, Edge ${chrome}, Firefox ${firefox} and Safari ${safari}`;

/** A version as Lightning CSS has it: a byte each for major, minor and patch version. */
function encoded(version: number): number {
  const [major = 0, minor = 0] = String(version).split('.').map(Number);
  return (major << 16) | (minor << 8);
}

/** The oldest supported browsers, for Lightning CSS: it sets prefixes by them and rewrites newer syntax. */
export const cssTargets = {
  chrome: encoded(chrome),
  edge: encoded(chrome),
  firefox: encoded(firefox),
  safari: encoded(safari),
  ios_saf: encoded(safari),
};
