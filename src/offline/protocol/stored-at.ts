/** The header with the device's time when it stored a page, in milliseconds since the epoch. A server's `Date` may be wrong. */
const STORED_AT = 'portal-stored-at';

/**
 * Returns the headers for the stored copy of a response, whose body is decompressed.
 *
 * @param others - Other copies of the same page. One that was stored while the clock was ahead stays older.
 */
export function stampedHeaders({ headers }: Response, others: readonly Response[] = []): Headers {
  const stamped = new Headers(headers);
  stamped.delete('content-encoding');
  stamped.delete('content-length');
  stamped.set(STORED_AT, String(Math.max(Date.now(), ...others.map((copy) => stampOf(copy) + 1))));
  return stamped;
}

/**
 * Returns when a copy was stored, in milliseconds since the epoch.
 *
 * @returns 0 if this is unknown, or in the future because the device's clock was wrong.
 */
export function storedAt(copy: Response): number {
  const time = stampOf(copy);
  return time <= Date.now() ? time : 0;
}

function stampOf({ headers }: Response): number {
  return Number(headers.get(STORED_AT));
}
