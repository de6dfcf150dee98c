/** An address of the site, such as `/pages.json`, below the path at which a host serves it. */
export function withBase(address: string): string {
  return import.meta.env.BASE_URL.replace(/\/$/, '') + address;
}
