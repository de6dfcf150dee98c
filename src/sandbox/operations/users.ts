import { dateTime } from '../clock.ts';
import { APP_ID, consentBody } from '../consent-lifecycle.ts';
import { badRequest, noContent, notFound, ok, type Operation } from '../http.ts';
import { userByExternalId, userById } from '../look-ups.ts';
import type { Sandbox } from '../state.ts';

/** Creating, reading, and deleting users. */
export function users(sandbox: Sandbox): Record<string, Operation> {
  const { state, clock } = sandbox;
  return {
    createUser: ({ body }) => {
      const externalUserId = String(body['externalUserId']);
      if (userByExternalId(state, externalUserId)) {
        return badRequest('externalUserId', 'The externalUserId is already in use.');
      }
      const id = sandbox.newId();
      state.users.set(id, { id, externalUserId, created: clock.now() });
      return ok({ id, externalUserId });
    },

    getUser: ({ path }) => {
      const user = userById(state, path['id']) ?? userByExternalId(state, path['id']);
      if (!user) return notFound();
      const consents = [...state.consents.values()].filter(({ userId }) => userId === user.id);
      return ok({
        id: user.id,
        appId: APP_ID,
        externalUserId: user.externalUserId,
        consents: consents.map((consent) => consentBody(sandbox, consent)),
        created: dateTime(user.created),
      });
    },

    deleteUser: ({ query }) => {
      const { UserId, ExternalUserId } = query;
      if ((UserId === undefined) === (ExternalUserId === undefined)) {
        return badRequest('UserId', 'Send either UserId or ExternalUserId.');
      }
      const user = UserId === undefined ? userByExternalId(state, ExternalUserId) : userById(state, UserId);
      if (!user) return notFound();
      for (const consent of state.consents.values())
        if (consent.userId === user.id) state.consents.delete(consent.id);
      state.users.delete(user.id);
      return noContent;
    },
  };
}
