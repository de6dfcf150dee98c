import { fieldsOfBody, type Field } from './fields.ts';
import { contracts } from './index.ts';
import { bodiesOf } from './lookup.ts';
import type { Contract, Operation } from './model.ts';

type NamedObject = Pick<Field, 'schemaName' | 'fields'>;

/** An object that an operation returns. The lower the distance, the more directly the operation returns it. */
interface Returned {
  key: string;
  operation: Operation;
  distance: number;
}

let homes: { contracts: readonly Contract[]; byKey: Map<string, Returned> } | undefined;

/** Identifies an object by its fields, too, because objects of several APIs may share a name. */
export function objectKey({ schemaName, fields }: NamedObject): string | undefined {
  if (schemaName === undefined || fields.length === 0) return undefined;
  return [schemaName, ...fields.map(({ name }) => name)].join();
}

/** The operation whose page lists an object's fields: the one that returns it most directly. */
export function homeOperation(object: NamedObject): Operation | undefined {
  const all = contracts();
  if (homes?.contracts.some((contract, index) => contract !== all[index]) ?? true)
    homes = { contracts: all, byKey: findHomes(all) };
  return homes?.byKey.get(objectKey(object) ?? '')?.operation;
}

function findHomes(all: readonly Contract[]): Map<string, Returned> {
  const byKey = new Map<string, Returned>();
  for (const { document, operations } of all)
    for (const operation of operations)
      for (const [status, body] of bodiesOf(operation)) {
        if (!status.startsWith('2')) continue;
        const start = (operation.method === 'get' ? 0 : 1) + (body.isList ? 2 : 0);
        const object = { schemaName: body.schemaName, fields: fieldsOfBody(document, body) };
        for (const returned of returnedIn(object, operation, start)) {
          const closest = byKey.get(returned.key);
          if (!closest || returned.distance < closest.distance) byKey.set(returned.key, returned);
        }
      }
  return byKey;
}

/** An object and all objects below it. */
function* returnedIn(object: NamedObject, operation: Operation, distance: number): Generator<Returned> {
  const key = objectKey(object);
  if (key !== undefined) yield { key, operation, distance };
  for (const field of object.fields)
    yield* returnedIn(field, operation, distance + (field.type.startsWith('Array') ? 4 : 2));
}
