import type { OpenAPIV3_1 } from 'openapi-types';
import { bodiesIn, dereference, UnknownNameError } from '../../contract/lookup.ts';
import { httpMethods } from '../../contract/model.ts';
import { shellQuoted } from '../../contract/samples/languages.ts';
import { controlsDocument } from '../../sandbox/controls/document.ts';

/** Finds a sandbox control call by its `operationId`, with its bodies. Error messages include `page`. */
export function controlCall(of: string, page: string) {
  const document = controlsDocument();
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, pathItem]) =>
    httpMethods.flatMap((method) => {
      const operation = pathItem?.[method];
      return operation ? { path, method, operation, parameters: pathItem.parameters ?? [] } : [];
    }),
  );
  const call = calls.find(({ operation }) => operation.operationId === of);
  if (!call) {
    const ids = calls.map(({ operation }) => operation.operationId ?? '');
    throw new UnknownNameError(page, 'control call', of, ids);
  }
  return { ...call, document, bodies: bodiesIn(document, call.operation) };
}

/** A control call as a cURL command. By default, it sends the document's example. */
export function controlCommand(call: ReturnType<typeof controlCall>, body?: unknown): string {
  const { document, path, method, parameters, bodies } = call;
  const url = parameters
    .map((parameter) => dereference<OpenAPIV3_1.ParameterObject>(document, parameter))
    .reduce(
      (text, { name, example }) => text.replace(`{${name}}`, String(example)),
      `${document.servers?.[0]?.url}${path}`,
    );
  const value = body ?? bodies.get('request')?.examples[0]?.value;
  return [
    `curl ${url}`,
    ...(method === 'get' ? [] : [`--request ${method.toUpperCase()}`]),
    ...(value === undefined
      ? []
      : ["--header 'Content-Type: application/json'", `--data ${shellQuoted(JSON.stringify(value))}`]),
  ].join(' \\\n  ');
}
