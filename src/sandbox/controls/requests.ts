import { noContent, ok, type Operation } from '../http.ts';
import type { Sandbox } from '../state.ts';

/** Control calls for the log of requests. */
export function requests({ log }: Sandbox) {
  return {
    listRequests: () => ok([...log.requests]),
    clearRequests: () => {
      log.clear();
      return noContent;
    },
  } satisfies Record<string, Operation>;
}
