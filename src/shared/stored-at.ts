/** When the device stored a page, in milliseconds since the epoch. The server's own `Date` may be wrong. */
const STORED_AT = 'portal-stored-at';

/** Headers for the stored copy of a response, whose body is decompressed. */
export function stampedHeaders({ headers }: Response): Headers {
  const stamped = new Headers(headers);
  stamped.delete('content-encoding');
  stamped.delete('content-length');
  stamped.set(STORED_AT, String(Date.now()));
  return stamped;
}

/**
 * When a copy was stored, in milliseconds since the epoch.
 *
 * @returns 0 where this isn't known: a time in the future was written while the device's clock was wrong.
 */
export function storedAt({ headers }: Response): number {
  const time = Number(headers.get(STORED_AT));
  return time <= Date.now() ? time : 0;
}
