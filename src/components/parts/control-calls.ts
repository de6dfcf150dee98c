import type { OpenAPIV3_1 } from 'openapi-types';
import { dereference, UnknownNameError } from '../../contract/lookup.ts';
import { httpMethods } from '../../contract/model.ts';
import { shellQuoted } from '../../contract/samples/languages.ts';
import { controlsDocument } from '../../sandbox/controls/document.ts';

type Media = OpenAPIV3_1.MediaTypeObject | undefined;

/** Finds a sandbox control call by its `operationId`, with its request's media type. Error messages include `page`. */
export function controlCall(of: string, page: string) {
  const document = controlsDocument();
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    httpMethods.flatMap((method) => {
      const operation = item?.[method];
      return operation ? { path, method, operation, parameters: item.parameters ?? [] } : [];
    }),
  );
  const call = calls.find(({ operation }) => operation.operationId === of);
  if (!call) {
    const known = calls.map(({ operation }) => operation.operationId ?? '');
    throw new UnknownNameError(page, 'control call', of, known);
  }
  const { requestBody } = call.operation;
  const body =
    requestBody && jsonOf(dereference<OpenAPIV3_1.RequestBodyObject>(document, requestBody).content);
  return { ...call, document, body };
}

/** A control call as a cURL command. By default, it sends the document's example. */
export function controlCommand(call: ReturnType<typeof controlCall>, sent?: unknown): string {
  const { document, path, method, parameters, body } = call;
  const url = parameters
    .map((parameter) => dereference<OpenAPIV3_1.ParameterObject>(document, parameter))
    .reduce(
      (text, { name, example }) => text.replace(`{${name}}`, String(example)),
      `${document.servers?.[0]?.url}${path}`,
    );
  const value = sent ?? firstExampleOf(document, body);
  return [
    `curl ${url}`,
    ...(method === 'get' ? [] : [`--request ${method.toUpperCase()}`]),
    ...(value === undefined
      ? []
      : ["--header 'Content-Type: application/json'", `--data ${shellQuoted(JSON.stringify(value))}`]),
  ].join(' \\\n  ');
}

/** The JSON of a request or response body. */
export function jsonOf(content: Record<string, OpenAPIV3_1.MediaTypeObject> | undefined): Media {
  return content?.['application/json'];
}

/** The value of a body's first example. */
export function firstExampleOf(document: ReturnType<typeof controlsDocument>, media: Media): unknown {
  const [first] = Object.values(media?.examples ?? {});
  return first && dereference<OpenAPIV3_1.ExampleObject>(document, first).value;
}
