import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS = 5;
const TIME_LIMIT = 30_000;
const LONGEST_PAUSE = 60_000;
const IDEMPOTENT = new Set(['GET', 'PUT', 'DELETE']);
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
  if (!url || !clientId || !clientSecret) throw new Error('Set PLATFORM_URL, CLIENT_ID and CLIENT_SECRET.');
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

  /** The token that all calls share. Renewed when 90% of its lifetime have passed. */
  #currentToken() {
    if (this.#token && Date.now() < this.#token.renewAt) return this.#token;
    const token = { renewAt: Infinity };
    token.value = this.#requestToken().then(
      ({ accessToken, expiresIn }) => {
        token.renewAt = Date.now() + expiresIn * 900;
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
      const response = await this.#send(url, init, IDEMPOTENT.has(method));
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
  /** Sends a request. Retries after a 429, a 503 or a network error, if a second request does no harm. */
  async #send(path, init, isRepeatable) {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = !isRepeatable || attempt === ATTEMPTS;
      let pause = Math.random() * 1_000 * 2 ** (attempt - 1); // full jitter
      try {
        const signal = AbortSignal.timeout(TIME_LIMIT);
        const response = await fetch(this.#settings.url + path, { ...init, signal });
        const text = await response.text();
        const isBusy = response.status === 429 || response.status === 503;
        pause = Math.max(pause, retryAfter(response));
        if (!isBusy || isLast || pause > LONGEST_PAUSE) return { status: response.status, text };
      } catch (error) {
        if (isLast) throw error;
      }
      await sleep(pause);
    }
  }
  // #endregion retries
}

function parsed(method, path, response) {
  const { status, text } = response;
  if (status < 200 || status > 299) throw new PlatformError(method, path, response);
  return text === '' ? undefined : JSON.parse(text);
}

/** The pause that the platform requests, in milliseconds. The header has seconds or a date. */
function retryAfter({ headers }) {
  const value = headers.get('retry-after');
  if (value === null) return 0;
  const pause = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(pause) ? 0 : pause;
}
