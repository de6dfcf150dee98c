import { dereference } from './lookup.ts';
import type { Contract, OpenApiDocument, Operation, Parameter } from './model.ts';

/** A name that contracts spell differently in different places. */
export interface Spelling {
  /** As parameters spell it, each with a request that has it. */
  parameters: Map<string, string>;
  /** As bodies spell it, each with the first schema or request that has it. */
  fields: Map<string, string>;
}

interface Named {
  kind: keyof Spelling;
  name: string;
  /** Where it is. */
  place: string;
}

/** Every name with more than one spelling in the contracts, in the order of their first use. */
export function spellings(contracts: readonly Contract[]): Spelling[] {
  const names = contracts.flatMap(({ document, operations }) => [
    ...operations.flatMap((operation) => parametersOf(document, operation)),
    ...Object.entries(document.components?.schemas ?? {}).flatMap(([schema, node]) => fieldsOf(schema, node)),
  ]);
  return [...Map.groupBy(names, ({ name }) => name.toLowerCase()).values()]
    .filter((same) => new Set(same.map(({ name }) => name)).size > 1)
    .map((same) => ({ parameters: firstOf(same, 'parameters'), fields: firstOf(same, 'fields') }));
}

const parametersOf = (document: OpenApiDocument, { definition, method, path }: Operation): Named[] =>
  (definition.parameters ?? []).map((parameter) => ({
    kind: 'parameters',
    name: dereference<Parameter>(document, parameter).name,
    place: `${method.toUpperCase()} ${path}`,
  }));

const fieldsOf = (schema: string, node: object): Named[] =>
  Object.keys('properties' in node ? (node.properties as object) : {}).map((name) => ({
    kind: 'fields',
    name,
    place: schema,
  }));

const firstOf = (names: readonly Named[], wanted: keyof Spelling) =>
  new Map(
    names
      .filter(({ kind }) => kind === wanted)
      .toReversed()
      .map(({ name, place }) => [name, place]),
  );
