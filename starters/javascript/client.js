import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from './money.js';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  console.error(`The starter needs Node 22.13 or newer, but this is Node ${process.versions.node}.`);
  process.exit(1);
}

const ATTEMPTS = 4;
const TIME_LIMIT = 30_000;
export const LONGEST_PAUSE = 60_000;
const LONGEST_POLL = 15_000;
const TRANSIENT = new Set([429, 500, 502, 503, 504]);
const TOKEN_PATH = '/cfa/connect/token';

/** Requests whose response has no body. Any other empty response is an error. */
const WITHOUT_BODY = /^DELETE |^POST .+\/(?:refresh|CategorizationJobs)$/;

/** http:// exposes the secret and the data, so it's allowed only for this machine. */
const SAFE_URL =
  /^(?:https:\/\/|http:\/\/(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$))/i;

/** Matches escape sequences (a surrogate pair as one). Captures lone surrogates and NUL. */
const ESCAPES = /\\(?:ud[89ab]\w\w\\ud[c-f]\w\w|u(d[89a-f]\w\w|0000)|.)/gi;

/** A response with an error status, or with a body that isn't JSON. */
export class PlatformError extends Error {
  /** `retryAfter` is the requested pause in ms. */
  constructor(message, status, retryAfter) {
    super(message);
    this.name = 'PlatformError';
    Object.assign(this, { status, retryAfter });
  }
}

/** After an error, ends the program with one line of advice instead of a stack trace. */
export function endOnErrors() {
  process.on('uncaughtException', (error) => {
    console.error(`${error.message} ${adviceFor(error)}`.replaceAll(/\s+/g, ' ').trim());
    process.exit(1);
  });
}

/** Advice for an error. The programs' own messages already include it. */
function adviceFor({ status, cause, code }) {
  if (status === 401) return 'Check CLIENT_ID and CLIENT_SECRET.';
  if (status >= 400 && status < 500 && status !== 429) return "Check the program's arguments.";
  if (status) return 'Run the program again later.';
  if (code === 'EADDRINUSE') return 'Set WEBHOOK_PORT to a free port.';
  if (code === 'ERR_SQLITE_ERROR') return 'Check DATA_DIR and the database in it.';
  return cause ? 'Check PLATFORM_URL, and run the program again later.' : '';
}

/** Reads the settings from the environment. */
export function settings() {
  const { PLATFORM_URL: url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
  if (!url || !clientId || !clientSecret) throw new Error('Set PLATFORM_URL, CLIENT_ID, and CLIENT_SECRET.');
  return { url: url.replace(/\/$/, ''), clientId, clientSecret };
}

/** Sends requests to the platform with a cached token. Share one client per process. */
export class Client {
  #settings;
  #token;

  constructor(options = settings()) {
    if (!SAFE_URL.test(options.url)) {
      throw new Error(`PLATFORM_URL must start with https://, but it's ${options.url}.`);
    }
    this.#settings = options;
  }

  // #region token
  /** Resolves to an access token. */
  token() {
    return this.#currentToken().value;
  }

  /** Returns the token that all calls share. Renews it after 90% of its lifetime, or after a 401. */
  #currentToken() {
    if (this.#token && Date.now() < this.#token.renewAt) return this.#token;
    const token = { renewAt: Infinity };
    token.value = this.#requestToken().then(({ accessToken, expiresIn }) => {
      if (expiresIn) token.renewAt = Date.now() + expiresIn * 900;
      return accessToken;
    });
    token.value.catch(() => this.#drop(token));
    this.#token = token;
    return token;
  }

  /** Discards a token unless another call has already renewed it. */
  #drop(token) {
    if (this.#token === token) this.#token = undefined;
  }
  // #endregion token

  /**
   * Sends a request and resolves to the parsed body, if any, with amounts as text. Throws a PlatformError for an error
   * status.
   */
  async call(method, path, { query, body } = {}) {
    const url = query ? `${path}?${new URLSearchParams(query)}` : path;
    const send = async () => {
      const token = this.#currentToken();
      const headers = {
        Authorization: `Bearer ${await token.value}`,
        ...(body && { 'Content-Type': 'application/json' }),
      };
      const init = { headers, body: body && JSON.stringify(body) };
      const result = await this.#send(method, url, init, ['GET', 'PUT'].includes(method));
      if (result.status === 401) this.#drop(token);
      return result;
    };
    let result = await send();
    if (result.status === 401) result = await send(); // with a new token
    return bodyOf(result);
  }

  async #requestToken() {
    const { clientId, clientSecret } = this.#settings;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'customer-api',
    });
    return bodyOf(await this.#send('POST', TOKEN_PATH, { body }, true));
  }

  // #region retries
  /**
   * Sends a request. If it's safe to repeat, retries after a network error or a transient error. Otherwise,
   * retries only after a 429 with Retry-After, because the platform didn't act on that request.
   */
  async #send(method, path, init, isRepeatable) {
    const url = this.#settings.url + path;
    const request = `${method} ${url.split('?')[0]}`;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === ATTEMPTS;
      let pause = backoff(attempt);
      try {
        const signal = AbortSignal.timeout(TIME_LIMIT);
        // Don't follow redirects, because they would take the secret to another host.
        const response = await fetch(url, { ...init, method, signal, redirect: 'manual' });
        const requested = retryAfter(response);
        const result = resultOf(request, response.status, await response.text(), requested);
        pause = requested ?? pause;
        const canRetry = isRepeatable
          ? result.isTransient
          : response.status === 429 && requested !== undefined;
        if (!canRetry || isLast || pause > LONGEST_PAUSE) return result;
      } catch (error) {
        const reason = error.cause?.message || error.cause?.code || error.message;
        if (!isRepeatable || isLast) throw new Error(`${request} failed: ${reason}`, { cause: error });
      }
      await sleep(pause);
    }
  }
  // #endregion retries
}

/** The pause in ms before the next attempt or poll: 1, 2, 4, 8, then 15 s, with jitter. `count` starts at 1. */
export function backoff(count, longest = LONGEST_POLL) {
  return Math.min(1_000 * 2 ** (count - 1), longest) * (0.5 + Math.random() / 2);
}

/** Returns a response's parsed body or an error. */
function resultOf(request, status, text, requested) {
  if (status < 200 || status > 299) {
    const error = new PlatformError(`${request} returned ${status}: ${text}`, status, requested);
    return { status, error, isTransient: TRANSIENT.has(status) };
  }
  try {
    const isEmpty = text === '' && WITHOUT_BODY.test(request);
    return { status, body: isEmpty ? undefined : parseJson(storable(text)) };
  } catch {
    // The body may be a proxy's error page. Other text may contain a token or bank data.
    const start = text.trim().startsWith('<') ? `: ${text.trim().slice(0, 100)}` : '.';
    const message = `${request} returned ${status}, but its body isn't JSON${start}`;
    return { status, error: new PlatformError(message, status), isTransient: true };
  }
}

/** Replaces what databases reject: NUL and lone surrogates, which occur in truncated text. */
function storable(json) {
  return json.replace(ESCAPES, (escape, rejected) => (rejected ? '\\ufffd' : escape));
}

function bodyOf({ body, error }) {
  if (error) throw error;
  return body;
}

/** The pause from Retry-After in milliseconds, if any. The header contains seconds or a date. */
function retryAfter({ headers }) {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const pause = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(pause) ? undefined : Math.max(pause, 0);
}
