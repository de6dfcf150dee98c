/** What `data-missing` of <html> has in place of the URL of the script of all pages while that hasn't arrived. */
export const SITE_SCRIPT = '/site.';

/** Says that the script of all pages runs, after all if it is late. */
export function siteScriptRuns(): void {
  const { dataset } = document.documentElement;
  dataset['runs'] = '';
  if (dataset['missing'] === SITE_SCRIPT) delete dataset['missing'];
}
