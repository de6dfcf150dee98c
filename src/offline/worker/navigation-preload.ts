declare const self: ServiceWorkerGlobalScope;

/**
 * Lets the browser request a page while the worker starts, so that no page waits for the worker. Not in Firefox: there,
 * a preload that is refused or reset shows the browser's own error page, whatever the worker responds with (measured
 * with Firefox 153; a 503 works). An earlier worker may have enabled it, and the setting outlives workers.
 */
export async function setNavigationPreload(): Promise<void> {
  const { navigationPreload } = self.registration;
  if (/\bFirefox\//.test(navigator.userAgent)) await navigationPreload?.disable();
  else await navigationPreload?.enable();
}
