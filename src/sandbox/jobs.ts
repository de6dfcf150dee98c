import type { Job, Moment, Sandbox } from './state.ts';

/** The statuses of a job, as version 2 of the API spells them. */
export type JobStatus = 'PENDING' | 'INPROGRESS' | 'COMPLETED' | 'FAILED';

/** The status of a job, which depends on its age. A job with the metadata `{"sandbox": "fail"}` fails. */
export function jobStatus({ clock, settings }: Sandbox, { created, fields }: Job): JobStatus {
  const step = Math.floor((clock.now() - created) / settings.pace);
  if (step < 1) return 'PENDING';
  if (step < 2) return 'INPROGRESS';
  const metadata = (fields['metaData'] ?? fields['metadata']) as { sandbox?: unknown } | null | undefined;
  return metadata?.sandbox === 'fail' ? 'FAILED' : 'COMPLETED';
}

/** When a job completed or failed; `undefined` while it runs. */
export function finishedAt(sandbox: Sandbox, job: Job): Moment | undefined {
  return ['PENDING', 'INPROGRESS'].includes(jobStatus(sandbox, job))
    ? undefined
    : job.created + 2 * sandbox.settings.pace;
}
