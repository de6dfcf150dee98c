import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS = 4;
const TIME_LIMIT = 30_000;
const LONGEST_PAUSE = 60_000;
const LONGEST_POLL = 15_000;
const TRANSIENT = new Set([429, 500, 502, 503, 504]);
const TOKEN_PATH = '/cfa/connect/token';

/** A response with an error status. */
export class PlatformError extends Error {
  constructor(method, path, { status, text }) {
    super(`${method} ${path} returned ${status}: ${text}`);
    this.name = 'PlatformError';
    this.status = status;
  }
}

/** Reads the settings from the environment. */
export function settings() {
  const { PLATFORM_URL: url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
  if (!url || !clientId || !clientSecret) throw new Error('Set PLATFORM_URL, CLIENT_ID, and CLIENT_SECRET.');
  return { url: url.replace(/\/$/, ''), clientId, clientSecret };
}

/** Sends requests to the platform with a token that it caches. Share one client in the whole process. */
export class Client {
  #settings;
  #token;

  constructor(options = settings()) {
    this.#settings = options;
  }

  // #region token
  /** Resolves to an access token. */
  token() {
    return this.#currentToken().value;
  }

  /** The token that all calls share. Renewed when 90% of its lifetime have passed, or else after a 401. */
  #currentToken() {
    if (this.#token && Date.now() < this.#token.renewAt) return this.#token;
    const token = { renewAt: Infinity };
    token.value = this.#requestToken().then(
      ({ accessToken, expiresIn }) => {
        if (expiresIn) token.renewAt = Date.now() + expiresIn * 900;
        return accessToken;
      },
      (error) => {
        this.#drop(token);
        throw error;
      },
    );
    this.#token = token;
    return token;
  }

  /** Forgets a token, unless another call has already renewed it. */
  #drop(token) {
    if (this.#token === token) this.#token = undefined;
  }
  // #endregion token

  /** Sends a request and resolves to the parsed body, if any. Throws a PlatformError for an error status. */
  async call(method, path, { query, body } = {}) {
    const url = query ? `${path}?${new URLSearchParams(query)}` : path;
    const send = async () => {
      const token = this.#currentToken();
      const headers = {
        Authorization: `Bearer ${await token.value}`,
        ...(body && { 'Content-Type': 'application/json' }),
      };
      const init = { method, headers, body: body && JSON.stringify(body) };
      const response = await this.#send(url, init, method === 'GET');
      if (response.status === 401) this.#drop(token);
      return response;
    };
    let response = await send();
    if (response.status === 401) response = await send(); // with a new token
    return parsed(method, path, response);
  }

  async #requestToken() {
    const { clientId, clientSecret } = this.#settings;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'customer-api',
    });
    return parsed('POST', TOKEN_PATH, await this.#send(TOKEN_PATH, { method: 'POST', body }, true));
  }

  // #region retries
  /**
   * Sends a request. Retries after a network error or a transient status if a second request does no harm, and otherwise
   * only after a 429 with Retry-After: the platform hasn't acted on that request.
   */
  async #send(path, init, isRepeatable) {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === ATTEMPTS;
      let pause = backoff(attempt);
      try {
        const signal = AbortSignal.timeout(TIME_LIMIT);
        const response = await fetch(this.#settings.url + path, { ...init, signal });
        const { status } = response;
        const text = await response.text();
        const requested = retryAfter(response);
        pause = requested ?? pause;
        const canRetry = isRepeatable ? TRANSIENT.has(status) : status === 429 && requested !== undefined;
        if (!canRetry || isLast || pause > LONGEST_PAUSE) return { status, text };
      } catch (error) {
        if (!isRepeatable || isLast) throw error;
      }
      await sleep(pause);
    }
  }
  // #endregion retries
}

/** The pause before the next attempt or poll, in milliseconds: 1, 2, 4, 8, then 15 s, with jitter. Counts from 1. */
export function backoff(count) {
  return Math.min(1_000 * 2 ** (count - 1), LONGEST_POLL) * (0.5 + Math.random() / 2);
}

function parsed(method, path, response) {
  const { status, text } = response;
  if (status < 200 || status > 299) throw new PlatformError(method, path, response);
  return text === '' ? undefined : JSON.parse(text);
}

/** The pause that the platform requests, in milliseconds, if any. The header has seconds or a date. */
function retryAfter({ headers }) {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const pause = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(pause) ? undefined : Math.max(pause, 0);
}
