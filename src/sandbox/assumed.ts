const selectors = ['ConsentId', 'UserId', 'ExternalUserId', 'AccountId'];
const inputs = ['consentId', 'userId', 'externalUserId', 'accountIds'];

/** Operations that read data of a consent, a user or an account. */
const reading = new Set([
  'listAccounts',
  'listConsents',
  'listTransactions',
  'getSequencing',
  'listCategorizationJobs',
  'listCategorizationJobsV1',
  'createCategorizationJobV1',
]);

/**
 * Finds what the sandbox accepts although only our assumptions decide it, so that nobody relies on it unknowingly.
 *
 * @returns A line for each, for the log.
 */
export function assumptionsOf(operationId: string, query: Record<string, string>, sent: unknown): string[] {
  const body = fieldsOf(sent);
  const found: string[] = [];
  if (reading.has(operationId)) {
    const ids = selectors.filter((name) => query[name] !== undefined);
    if (ids.length === 0) found.push('no ID at all');
    if (ids.length > 1) found.push(`${ids.join(' and ')} together`);
    if (query['Page'] === '0') found.push('page 0');
  }
  if (operationId === 'createCategorizationJob') {
    const ids = inputs.filter((name) => body[name] !== undefined && body[name] !== null);
    if (ids.length > 1) found.push(`${ids.join(' and ')} together`);
  }
  const nulls = Object.entries(body).filter(([, value]) => value === null);
  for (const [name] of nulls) found.push(`null for ${name}; leave the field out`);
  return found;
}

/** The fields of a JSON body; none if it isn't an object. */
function fieldsOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'string') return {};
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
