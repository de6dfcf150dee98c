import { got } from '../decide.ts';
import type { Row } from '../row.ts';

/** A 503 to POST /Consent, which may have worked. */
export const noSecondConsent: Row = {
  steps: [{ addFault: { operationId: 'createConsent', status: 503 } }],
  trigger: got(503, 'createConsent'),
  decide({ first, later }) {
    const [repeat] = later('createConsent');
    const checks = [...later('listConsents'), ...later('getUser')];
    if (!repeat || checks.some(({ at }) => at < repeat.at)) return undefined;
    return `The program repeated ${first.line} without looking for the consent first.`;
  },
};
