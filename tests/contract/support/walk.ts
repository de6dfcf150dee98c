/** Visits every value below a node, with the key and the path that lead to it. */

import { contracts, type Api, type Node } from './contracts.ts';

export interface Visit {
  key: string;
  value: Node;
  path: string;
}

export function* walk(value: Node, path = '', key = ''): Generator<Visit> {
  yield { key, value, path };
  if (value === null || typeof value !== 'object') return;
  for (const [name, child] of Object.entries(value)) {
    yield* walk(child, `${path}/${name}`, Array.isArray(value) ? key : name);
  }
}

/** Every value in the named examples of one contract. */
export function* walkExamples(api: Api): Generator<Visit> {
  for (const [name, example] of Object.entries<Node>(contracts[api].components.examples)) {
    yield* walk(example.value, `${api}#${name}`, name);
  }
}
