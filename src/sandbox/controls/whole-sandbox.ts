import { dateTime } from '../clock.ts';
import { noContent, ok, type Operation } from '../http.ts';
import { emptyState, type Sandbox, type Settings } from '../state.ts';
import { addExampleData } from '../story.ts';

/**
 * Control calls for the time, the settings and the data of the whole sandbox.
 *
 * @param story - Whether the sandbox was started with the data of the examples.
 */
export function wholeSandbox(sandbox: Sandbox, story: boolean) {
  const { state, clock, settings } = sandbox;
  const atStart = { ...settings };
  return {
    forwardClock: ({ body }) => {
      clock.forward((body['forward'] as number) * 1000);
      return ok({ now: dateTime(clock.now()) });
    },
    changeSettings: ({ body }) => {
      Object.assign(settings, body as Partial<Settings>);
      const { stableIds = false, pace, consentGiven } = settings;
      return ok({ stableIds, pace, consentGiven });
    },
    resetSandbox: ({ body }) => {
      const { tokens } = state;
      const { origin } = settings;
      Object.assign(state, emptyState(), { tokens });
      delete settings.webhookUrl;
      delete settings.events;
      delete settings.stableIds;
      Object.assign(settings, atStart, { origin });
      if (!((body['empty'] as boolean | undefined) ?? !story)) addExampleData(sandbox);
      return noContent;
    },
  } satisfies Record<string, Operation>;
}
