import { WriterError } from '../../shared/writer-error.ts';
import { dereference } from '../lookup.ts';
import { eventOf, type Contract, type Operation, type Parameter } from '../model.ts';

/**
 * What an assumption is about. `input` is a field of a request, `field` one of a response, `status` the status code of
 * a successful response, `response` anything else about it, `event` the body of a webhook, and `reply` what the
 * platform expects from its receiver.
 */
export type AssumptionKind =
  | 'host'
  | 'parameter'
  | 'request'
  | 'input'
  | 'status'
  | 'response'
  | 'event'
  | 'reply'
  | 'object'
  | 'field'
  | 'values'
  | 'example';

/** What an assumption is about, as readers know it, and the operation or component that it belongs to. */
export interface Place {
  kind: AssumptionKind;
  /** Stable and unique per kind: the name with the operation or schema, such as `listTransactions.DateFrom`. */
  id: string;
  /** The name that readers see: `Transaction.accountNumber`, `POST /Consent`. */
  name: string;
  /** The operation that it is part of; absent for servers and components. */
  operation?: Operation;
  /** The status code of a response that it is about as a whole. */
  status?: string;
}

/**
 * Identifies the place in a contract at which an `x-assumption` is written.
 *
 * @param path - The keys that lead to the object with the extension.
 * @throws WriterError for a place that pages don't show, such as a tag.
 */
export function placeOf(contract: Contract, path: readonly string[], node: object): Place {
  const [area = '', first = '', second = '', ...rest] = path;
  if (area === 'servers') return { kind: 'host', id: 'base-url', name: 'Base URL' };
  if (area === 'components' && first === 'securitySchemes')
    return { kind: 'host', id: 'token-url', name: 'Token URL' };
  if (area === 'components' && first === 'parameters')
    return { kind: 'parameter', id: second, name: (node as Parameter).name };
  if (area === 'components' && first === 'examples') return { kind: 'example', id: second, name: second };
  if (area === 'components' && first === 'schemas') {
    const name = [second, ...fieldsIn(rest)].join('.');
    return { kind: name !== second ? 'field' : 'enum' in node ? 'values' : 'object', id: name, name };
  }
  const operation = contract.operations.find(
    (each) =>
      each.path === first && each.method === second && (each.kind === 'webhook') === (area === 'webhooks'),
  );
  const place = operation && placeInOperation(contract, operation, rest);
  if (place) return place;
  throw new WriterError(
    `openapi/${contract.name}.yaml: no page can show the "x-assumption" at ${path.join(' > ')}.\n` +
      '  Fix: move it to the server, operation, parameter, body, response, schema, field or example that it is about.',
  );
}

function placeInOperation(
  { document }: Contract,
  operation: Operation,
  path: readonly string[],
): Place | undefined {
  const [part, key = '', ...rest] = path;
  const { id, definition } = operation;
  const isWebhook = operation.kind === 'webhook';
  const own = [id, ...fieldsIn(path)].join('.');
  const place = (kind: AssumptionKind, id: string, name = knownAs(operation, path)): Place => ({
    kind,
    id,
    name,
    operation,
  });
  const example = path.indexOf('examples') + 1;
  if (example > 0) return place('example', `${id}.${path[example]}`, path[example]);
  if (part === 'parameters') {
    const parameter = dereference<Parameter>(document, definition.parameters![Number(key)] as Parameter);
    return place('parameter', `${id}.${parameter.name}`, parameter.name);
  }
  if (part === undefined) return place(isWebhook ? 'event' : 'request', id);
  if (part === 'requestBody') return place(isWebhook ? 'event' : 'request', `${own}.request`);
  if (part !== 'responses') return undefined;
  if (rest.length > 0) return place('response', `${own}.${key}.body`);
  if (isWebhook) return place('reply', `${id}.${key}`);
  if (key.startsWith('2') && hasBody(operation, key)) return place('status', `${id}.${key}`);
  return { ...place('response', `${id}.${key}`), status: key };
}

/** The call that readers send, or the event that they receive, with the field of its body if it is about one. */
function knownAs(operation: Operation, keys: readonly string[]): string {
  const { kind, method, path } = operation;
  const call = kind === 'webhook' ? eventOf(operation) : `${method.toUpperCase()} ${path}`;
  const field = fieldsIn(keys).join('.');
  return field ? `${call}: ${field}` : call;
}

const hasBody = ({ definition }: Operation, status: string) =>
  'content' in (definition.responses?.[status] ?? {});

/** The names of the fields on a path through schemas. */
function fieldsIn(path: readonly string[]): string[] {
  return path.filter((_, index) => path[index - 1] === 'properties');
}
