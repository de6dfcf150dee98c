/* The parts of Postman's collection format 2.1 that the collection uses. */

/** A description in Markdown. */
export interface Description {
  content: string;
  type: 'text/markdown';
}

/** A key with a value: a query parameter, a path variable, a header or a form field. */
export interface Entry {
  key: string;
  value: string;
  description?: Description;
  /** Whether Postman shows the entry but doesn't send it. */
  disabled?: boolean;
}

/** The URL of a request, as a whole and in parts. */
export interface Url {
  raw: string;
  host: string[];
  path?: string[];
  query?: Entry[];
  variable?: Entry[];
}

/** A JSON or form body. */
export type RequestBody =
  | { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } }
  | { mode: 'urlencoded'; urlencoded: Entry[] };

/** An attribute of the authorization. */
interface AuthAttribute {
  key: string;
  value: string;
  type: 'string';
}

/** The authorization of the collection or of a request. */
export type Auth = { type: 'bearer'; bearer: AuthAttribute[] } | { type: 'noauth' };

/** A request. */
export interface Request {
  method: string;
  url: Url;
  header: Entry[];
  body?: RequestBody;
  /** Absent if the request inherits the authorization of the collection. */
  auth?: Auth;
  description: Description;
}

/** An example response of a request. */
export interface ExampleResponse {
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

/** A script that Postman runs after a response. */
export interface Script {
  listen: 'test';
  script: { id: string; type: 'text/javascript'; exec: string[] };
}

/** An operation: its request with scripts and example responses. */
export interface Item {
  id: string;
  name: string;
  event: Script[];
  request: Request;
  response: ExampleResponse[];
}

/** The operations of an API. */
export interface Folder {
  id: string;
  name: string;
  description: Description;
  item: Item[];
}

/** A Postman collection. */
export interface Collection {
  info: { _postman_id: string; name: string; description: Description; schema: string };
  item: Folder[];
  auth: Auth;
  variable: { key: string; value: string; type: 'string' }[];
}

/** A Postman environment. */
export interface Environment {
  id: string;
  name: string;
  values: { key: string; value: string; type: 'default' | 'secret'; enabled: true; description?: string }[];
  _postman_variable_scope: 'environment';
}

/** Wraps Markdown as a description. */
export function markdown(content: string): Description {
  return { content, type: 'text/markdown' };
}
