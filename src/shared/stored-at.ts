/** The header with the device's time when it stored a page, in milliseconds since the epoch. A server's `Date` may be wrong. */
const STORED_AT = 'portal-stored-at';

/** Returns the headers for the stored copy of a response, whose body is decompressed. */
export function stampedHeaders({ headers }: Response): Headers {
  const stamped = new Headers(headers);
  stamped.delete('content-encoding');
  stamped.delete('content-length');
  stamped.set(STORED_AT, String(Date.now()));
  return stamped;
}

/**
 * Returns when a copy was stored, in milliseconds since the epoch.
 *
 * @returns 0 if this is unknown, or in the future because the device's clock was wrong.
 */
export function storedAt({ headers }: Response): number {
  const time = Number(headers.get(STORED_AT));
  return time <= Date.now() ? time : 0;
}
