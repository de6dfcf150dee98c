import type { Job, JobStatus, Moment, Sandbox } from './state.ts';

/**
 * The status of a job: the one that a control call has set, or one that depends on its age. A job with the metadata
 * `{"sandbox": "fail"}` fails.
 */
export function jobStatus({ clock }: Sandbox, { created, pace, set, fields }: Job): JobStatus {
  if (set) return set.status;
  const age = clock.now() - created;
  if (age < pace) return 'PENDING';
  if (age < 2 * pace) return 'INPROGRESS';
  const metadata = (fields['metaData'] ?? fields['metadata']) as { sandbox?: unknown } | null | undefined;
  return metadata?.sandbox === 'fail' ? 'FAILED' : 'COMPLETED';
}

/** When a job completed or failed; `undefined` while it runs. */
export function finishedAt(sandbox: Sandbox, job: Job): Moment | undefined {
  return ['PENDING', 'INPROGRESS'].includes(jobStatus(sandbox, job))
    ? undefined
    : (job.set?.since ?? job.created + 2 * job.pace);
}
