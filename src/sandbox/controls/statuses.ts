import { holdStatus, releaseStatus } from '../consent-lifecycle.ts';
import { noContent, notFound, type Operation, type SandboxResponse } from '../http.ts';
import type { Consent, JobStatus, Sandbox } from '../state.ts';

/** Control calls that set the status of a consent or a job. */
export function statuses(sandbox: Sandbox) {
  const { state, clock } = sandbox;

  const ofConsent = (path: Record<string, string>, change: (consent: Consent) => void): SandboxResponse => {
    const consent = state.consents.get(path['id']?.toLowerCase() ?? '');
    if (!consent) return notFound('Consent not found.');
    change(consent);
    return noContent;
  };

  return {
    holdConsentStatus: ({ path, body }) =>
      ofConsent(path, (consent) => {
        const { status, errors } = body as { status: number; errors?: { code: string; message: string }[] };
        holdStatus(sandbox, consent, status, errors);
      }),
    releaseConsentStatus: ({ path }) => ofConsent(path, releaseStatus),
    setJobStatus: ({ path, body }) => {
      const id = path['id']?.toLowerCase() ?? '';
      const job = state.categorizationJobs.get(id) ?? state.analysisJobs.get(id);
      if (!job) return notFound('Job not found.');
      job.set = { status: body['status'] as JobStatus, since: clock.now() };
      return noContent;
    },
  } satisfies Record<string, Operation>;
}
