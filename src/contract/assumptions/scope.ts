import { contracts } from '../index.ts';
import { dereference, schemaNames, UnknownNameError } from '../lookup.ts';
import type { Schema } from '../model.ts';
import { assumptionsBelow, type Assumption } from './index.ts';

/**
 * Names of operations, webhooks, schemas and fields, separated by commas: `createConsent, Consent.status`. The build
 * checks them on each page.
 */
export type AssumptionScope = string;

/** Every name that a scope may have. */
function scopeNames(): string[] {
  return contracts().flatMap(({ operations, document }) => [
    ...operations.map(({ id }) => id),
    ...operations.flatMap(({ kind, path }) => (kind === 'webhook' ? path : [])),
    ...Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) => [
      name,
      ...Object.keys((schema as Schema).properties ?? {}).map((field) => `${name}.${field}`),
    ]),
  ]);
}

/**
 * The assumptions at and below the names of a scope, each once, in the order of the names.
 *
 * @param page - The page that uses the scope, for messages.
 * @throws UnknownNameError when no contract has one of the names.
 */
export function assumptionsIn(scope: AssumptionScope, page: string): Assumption[] {
  return [...new Set(scope.split(',').flatMap((name) => assumptionsNamed(name.trim(), page)))];
}

function assumptionsNamed(name: string, page: string): Assumption[] {
  const [owner = '', field] = name.split('.');
  const all = contracts().flatMap(({ operations, document }) => {
    const operation = operations.find(
      ({ id, kind, path }) => id === name || (kind === 'webhook' && path === name),
    );
    const schema = document.components?.schemas?.[owner] as Schema | undefined;
    const part = operation?.definition ?? (field === undefined ? schema : schema?.properties?.[field]);
    return part ? [assumptionsBelow(document, dereference(document, part))] : [];
  });
  if (all.length === 0) {
    const kind =
      field !== undefined && schemaNames().includes(owner)
        ? `field of ${owner}:`
        : 'operation, webhook or schema';
    throw new UnknownNameError(page, kind, name, scopeNames());
  }
  return all.flat();
}
