/** The part of Postman's collection format 2.1 that this site writes. */

/** A text with Markdown in it. */
export interface Description {
  content: string;
  type: 'text/markdown';
}

/** A name with a value: a query parameter, a path variable, a header or a field of a form. */
export interface Entry {
  key: string;
  value: string;
  description?: Description;
  /** Postman lists the entry and leaves it out of the request. */
  disabled?: boolean;
}

export interface Url {
  raw: string;
  host: string[];
  path?: string[];
  query?: Entry[];
  variable?: Entry[];
}

export type RequestBody =
  | { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } }
  | { mode: 'urlencoded'; urlencoded: Entry[] };

export interface AuthAttribute {
  key: string;
  value: string;
  type: 'string';
}

export type Auth = { type: 'oauth2'; oauth2: AuthAttribute[] } | { type: 'noauth' };

export interface Request {
  method: string;
  url: Url;
  header: Entry[];
  body?: RequestBody;
  /** Absent where the request takes the collection's. */
  auth?: Auth;
  description: Description;
}

/** An example answer, stored with its request. */
export interface Answer {
  id: string;
  name: string;
  originalRequest: Request;
  status: string;
  code: number;
  _postman_previewlanguage: 'json' | 'text';
  header: Entry[];
  cookie: [];
  body: string;
}

/** A script that Postman runs after an answer has come. */
export interface Script {
  listen: 'test';
  script: { id: string; type: 'text/javascript'; exec: string[] };
}

export interface Item {
  id: string;
  name: string;
  event?: Script[];
  request: Request;
  response: Answer[];
}

export interface Folder {
  id: string;
  name: string;
  description: Description;
  item: Item[];
}

export interface Collection {
  info: { _postman_id: string; name: string; description: Description; schema: string };
  item: Folder[];
  auth: Auth;
  variable: { key: string; value: string; type: 'string' }[];
}

export interface Environment {
  id: string;
  name: string;
  values: { key: string; value: string; type: 'default' | 'secret'; enabled: true }[];
  _postman_variable_scope: 'environment';
}

/** Marks a text as Markdown. */
export function markdown(content: string): Description {
  return { content, type: 'text/markdown' };
}
