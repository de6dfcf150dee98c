import { derivedId } from './bank.ts';
import type { SandboxResponse } from './http.ts';
import type { Sandbox } from './state.ts';

/** The path of the page that apps send end users to. On this page, the tester acts as the end user. */
export const CONSENT_PAGE = /^\/sandbox\/consents\/([\da-f-]{36})$/i;

/** The end of a `consentUrl`. It isn't the consent's ID, so that no program learns to build the URL. */
export const consentToken = (consentId: string) => derivedId('consentUrl', consentId);

/** The page behind a `consentUrl`. `POST` records the decision and returns the end user to the customer app. */
export function consentPage(
  { state, clock }: Sandbox,
  method: string,
  url: URL,
  form: Record<string, unknown>,
): SandboxResponse | undefined {
  const token = CONSENT_PAGE.exec(url.pathname)?.[1]?.toLowerCase();
  if (token === undefined) return undefined;
  const consent = [...state.consents.values()].find(({ id }) => consentToken(id) === token);
  const gone = '<p>It was deleted, or the sandbox has restarted.</p>';
  if (!consent) return page('This consent does not exist', gone, 404);
  if (method === 'POST') {
    consent.decision ??= { at: clock.now(), given: form['decision'] !== 'decline' };
    return { status: 303, headers: { location: consent.redirectUrl } };
  }
  const back = '<form method="post"><button>Return to the app</button></form>';
  if (consent.decision) return page('You already responded', back);
  return page(
    'A sandbox provider',
    `<p>You are the end user now. Share your accounts with the app?</p>
<form method="post"><button name="decision" value="give">Give consent</button>
<button name="decision" value="decline">Decline</button></form>`,
  );
}

function page(title: string, body: string, status = 200): SandboxResponse {
  return {
    status,
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': "frame-ancestors 'none'" },
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>body{font:1rem/1.5 system-ui;max-width:32rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>${title}</h1>${body}</html>`,
  };
}
