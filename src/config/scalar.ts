/** The folder below `dist/` for the code of the interactive reference. It's the largest part of the site. */
export const scalarFolder = '_astro/scalar';
