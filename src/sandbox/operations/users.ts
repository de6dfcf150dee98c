import { dateTime } from '../clock.ts';
import { APP_ID, consentBody } from '../consent-lifecycle.ts';
import { badRequest, type Handlers } from '../http.ts';
import { orNotFound, selectConsents, userByExternalId, userById } from '../look-ups.ts';
import type { Sandbox, User } from '../state.ts';

/** The operations that create, read, and delete users. */
export function userHandlers(sandbox: Sandbox) {
  const { state } = sandbox;
  return {
    createUser: ({ body }) => {
      const externalUserId = String(body['externalUserId']);
      if (userByExternalId(state, externalUserId))
        throw badRequest('externalUserId', 'The externalUserId is already in use.');
      const { id } = addUser(sandbox, externalUserId);
      return { id, externalUserId };
    },

    getUser: ({ path }) => {
      if (path['id']?.trim() === '') throw badRequest('id', 'The id is not valid.');
      const user = orNotFound(userById(state, path['id']) ?? userByExternalId(state, path['id']));
      const consents = selectConsents(sandbox, { UserId: user.id });
      return {
        id: user.id,
        appId: APP_ID,
        externalUserId: user.externalUserId,
        consents: consents.map((consent) => consentBody(sandbox, consent)),
        created: dateTime(user.created),
      };
    },

    deleteUser: ({ query: { UserId, ExternalUserId } }) => {
      if ((UserId === undefined) === (ExternalUserId === undefined))
        throw badRequest('UserId', 'Send either UserId or ExternalUserId.');
      const user = orNotFound(
        UserId === undefined ? userByExternalId(state, ExternalUserId) : userById(state, UserId),
      );
      removeUser(sandbox, user);
    },
  } satisfies Partial<Handlers>;
}

/** Removes a user with everything that belongs only to the user. Analysis jobs stay, because they name no user. */
function removeUser(sandbox: Sandbox, { id: userId }: User) {
  const { users, consents, banks, categorizationJobs } = sandbox.state;
  for (const { id, userIds } of categorizationJobs.values())
    if (userIds?.every((jobUserId) => jobUserId === userId)) categorizationJobs.delete(id);
  for (const { id } of selectConsents(sandbox, { UserId: userId })) consents.delete(id);
  for (const key of banks.keys()) if (key.startsWith(`${userId}/`)) banks.delete(key);
  users.delete(userId);
}

/** Creates a user. */
export function addUser({ state, clock, newId }: Sandbox, externalUserId?: string): User {
  const id = newId();
  const user = { id, externalUserId: externalUserId ?? `sandbox-${id.slice(0, 8)}`, created: clock.now() };
  state.users.set(id, user);
  return user;
}
