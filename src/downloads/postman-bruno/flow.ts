import { bodiesOf } from '../../contract/lookup.ts';
import type { Contract, Operation } from '../../contract/model.ts';
import { stableId } from './ids.ts';
import type { Script } from './model.ts';

/** A value from a response that later requests send. The collection stores it in a variable. */
interface FlowValue {
  /** Name of the variable. */
  key: string;
  /** `operationId` of the response. */
  from: string;
  /** Path of the value in the response body. */
  at: readonly (string | number)[];
  /** The value until the response arrives. Default: the one in the contract's example. */
  initial?: string;
}

/**
 * The values that readers would otherwise copy from one request to the next. The sandbox already has the user and the
 * reference of the examples, so these two begin with values of their own.
 */
const flowValues: readonly FlowValue[] = [
  { key: 'userId', from: 'createUser', at: ['id'] },
  { key: 'externalUserId', from: 'createUser', at: ['externalUserId'], initial: 'postman-user' },
  { key: 'consentId', from: 'createConsent', at: ['consentId'] },
  { key: 'accountId', from: 'listAccounts', at: [0, 'id'] },
  { key: 'categorizationJobIdV1', from: 'listCategorizationJobsV1', at: [0, 'id'] },
  { key: 'categorizationJobId', from: 'createCategorizationJob', at: ['data'] },
  { key: 'analysisJobId', from: 'createAnalysisJob', at: ['id'] },
  { key: 'reference', from: 'createAnalysisJob', at: ['reference'], initial: 'postman-analysis' },
];

/** A variable of the collection. */
export interface FlowVariable extends FlowValue {
  /** The value in the contract's example. */
  value: string;
}

/**
 * Returns the variables of the collection with the values from the examples.
 *
 * @throws Error if the contracts no longer have an operation or the path in its response.
 */
export function flowVariables(contracts: readonly Contract[]): FlowVariable[] {
  const operations = contracts.flatMap((contract) => contract.operations);
  return flowValues.map((each) => {
    const operation = operations.find(({ id }) => id === each.from);
    const value = operation && valueAt(successExample(operation), each.at);
    if (typeof value !== 'string') {
      throw new Error(
        `Postman collection: the example response of ${each.from} has no string at ${each.at.join('.')} for ` +
          `the variable ${each.key}. Correct the list in src/downloads/postman-bruno/flow.ts.`,
      );
    }
    return { ...each, value };
  });
}

/** Replaces a value with the variable that has this value, if any. */
export function withFlowVariables(value: unknown, variables: readonly FlowVariable[]): unknown {
  const variable = variables.find((each) => each.value === value);
  return variable ? `{{${variable.key}}}` : value;
}

/** The script of an operation. It tests the status, and stores the token or the values that later requests need. */
export function scriptsOf(
  operation: Operation,
  isTokenCall: boolean,
  variables: readonly FlowVariable[],
): Script[] {
  const values = variables.filter(({ from }) => from === operation.id);
  const exec = [...statusScript(operation), ...(isTokenCall ? tokenScript : storeScript(values))];
  return [
    { listen: 'test', script: { id: stableId(`script/${operation.id}`), type: 'text/javascript', exec } },
  ];
}

/** Fails unless the status is the documented one of a success. */
function statusScript({ definition }: Operation): string[] {
  const [status] = Object.keys(definition.responses ?? {}).filter((each) => each.startsWith('2'));
  return [`pm.test('The status is ${status}', () => pm.expect(pm.response.code).to.equal(${status}));`];
}

const tokenScript = [
  "pm.test('The response contains an access token', () => {",
  '  const { accessToken } = pm.response.json();',
  "  pm.expect(accessToken).to.be.a('string');",
  "  pm.environment.set('accessToken', accessToken);",
  '});',
];

function storeScript(variables: readonly FlowVariable[]): string[] {
  if (variables.length === 0) return [];
  return [
    'if (pm.response.code < 300) {',
    '  const body = pm.response.json();',
    ...variables.flatMap(({ key, at }) => {
      const value = `body${at.map((step) => `?.[${JSON.stringify(step)}]`).join('')}`;
      return [`  if (${value}) pm.collectionVariables.set('${key}', ${value});`];
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
