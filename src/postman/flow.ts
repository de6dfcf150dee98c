import { bodiesOf } from '../contract/lookup.ts';
import type { Contract, Operation } from '../contract/model.ts';
import { stableId } from './ids.ts';
import type { Script } from './model.ts';

/** A value of one answer that later requests send: the collection carries it on as a variable. */
interface Carried {
  /** Name of the variable. */
  key: string;
  /** The operation whose answer has it. */
  from: string;
  /** Where it stands in the answer. */
  at: readonly (string | number)[];
}

/** What a reader would otherwise copy from one request to the next. */
const carried: readonly Carried[] = [
  { key: 'userId', from: 'createUser', at: ['id'] },
  { key: 'externalUserId', from: 'createUser', at: ['externalUserId'] },
  { key: 'consentId', from: 'createConsent', at: ['consentId'] },
  { key: 'accountId', from: 'listAccounts', at: [0, 'id'] },
  { key: 'categorizationJobId', from: 'createCategorizationJob', at: ['data'] },
  { key: 'analysisJobId', from: 'createAnalysisJob', at: ['id'] },
];

/** A variable of the collection, with the value that it has in the contracts' examples. */
export interface FlowVariable extends Carried {
  value: string;
}

/**
 * The variables of the flow, with the values of the examples.
 *
 * @throws Error when an operation or the place in its answer is gone from the contracts.
 */
export function flowVariables(contracts: readonly Contract[]): FlowVariable[] {
  const operations = contracts.flatMap((contract) => contract.operations);
  return carried.map((each) => {
    const operation = operations.find(({ id }) => id === each.from);
    const value = operation && valueAt(successExample(operation), each.at);
    if (typeof value !== 'string') {
      throw new Error(
        `Postman collection: the example answer of ${each.from} has no text at ${each.at.join('.')}, which fills ` +
          `the variable ${each.key}. Correct the list in src/postman/flow.ts.`,
      );
    }
    return { ...each, value };
  });
}

/** Writes a value as the variable that carries it, and any other value as it is. */
export function withFlowVariables(value: unknown, variables: readonly FlowVariable[]): unknown {
  const variable = variables.find((each) => each.value === value);
  return variable ? `{{${variable.key}}}` : value;
}

/** The script behind an operation: the token, or the values that later requests need. */
export function scriptOf(
  operation: Operation,
  isTokenCall: boolean,
  variables: readonly FlowVariable[],
): Script[] {
  const exec = isTokenCall ? tokenScript : carryScript(variables.filter(({ from }) => from === operation.id));
  if (exec.length === 0) return [];
  return [
    { listen: 'test', script: { id: stableId(`script/${operation.id}`), type: 'text/javascript', exec } },
  ];
}

const tokenScript = [
  "pm.test('The answer holds an access token', () => {",
  '  const { accessToken } = pm.response.json();',
  "  pm.expect(accessToken).to.be.a('string');",
  "  pm.environment.set('accessToken', accessToken);",
  '});',
];

function carryScript(variables: readonly FlowVariable[]): string[] {
  if (variables.length === 0) return [];
  return [
    'if (pm.response.code < 300) {',
    '  const answer = pm.response.json();',
    ...variables.flatMap(({ key, at }) => {
      const place = `answer${at.map((step) => `?.[${JSON.stringify(step)}]`).join('')}`;
      return [`  if (${place}) pm.collectionVariables.set('${key}', ${place});`];
    }),
    '}',
  ];
}

function successExample(operation: Operation): unknown {
  const success = [...bodiesOf(operation)].find(([part]) => part.startsWith('2'));
  return success?.[1].examples[0]?.value;
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (node, step) => (node as Record<string | number, unknown> | undefined)?.[step],
    value,
  );
}
