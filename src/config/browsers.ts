/**
 * The oldest supported browsers. Give every newer feature a fallback, and state the reason where a linter allows it.
 * The color modes need `light-dark()`. In Firefox, the interactive reference needs `@property`.
 */
const oldest = { chrome: 123, edge: 123, firefox: 128, safari: 17.5, ios_saf: 17.5 };

/** The oldest supported browsers, as text. A test checks that the README and the page about offline reading contain it. */
export const supportedBrowsers = `Chrome ${oldest.chrome}, Edge ${oldest.edge}, Firefox ${oldest.firefox}, and Safari ${oldest.safari}`;

/** The same versions for ESLint, which rejects newer APIs, and Lightning CSS, which adds prefixes and fallbacks. */
export const browserslist = Object.entries(oldest).map(([name, version]) => `${name} ${version}`);

/** For stylelint: the last year whose Baseline features (https://web.dev/baseline) all these versions support. */
export const baseline = 2023;
