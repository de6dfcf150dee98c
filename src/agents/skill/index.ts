import { site } from '../../config/site.ts';
import { directAssumptions, factIn } from '../../contract/assumptions.ts';
import { enumValues, fieldsOf, type EnumValue, type Field } from '../../contract/fields.ts';
import { allChanges } from '../../contract/change-log.ts';
import { contract, contracts } from '../../contract/index.ts';
import { bodiesOf, lookupFor, parametersOf } from '../../contract/lookup.ts';
import { callOf, eventOf, type Contract, type Operation } from '../../contract/model.ts';
import { factsOf } from '../../contract/operation-facts.ts';
import { responsesOf } from '../../contract/responses.ts';
import { requestOf } from '../../contract/samples/index.ts';
import { sha256 } from '../../downloads/checksums.ts';
import { bundleSandbox } from '../../downloads/sandbox.ts';
import { lastChange } from '../../shared/last-change.ts';
import { withoutSlash } from '../../shared/without-slash.ts';
import { yamlText } from '../../shared/yaml-text.ts';
import { agentRules } from './rules.ts';
import { errorAdvice, setupAdvice, steps, type Step } from './steps.ts';

/** The skill's name, as agents list it. */
export const skillName = site.product.toLowerCase().replaceAll(' ', '-');

/** Tells agents when to use the skill. */
export const skillDescription = `Integrate with ${site.product}, an open-banking platform: get a token, read categorized transactions, run analyses, and delete user data. Use this skill when you write or review code that calls the platform’s APIs.`;

/** The skill's sources. They include the sandbox's packages, because the skill contains the sandbox's hash. */
const SOURCES = 'openapi src/agents/skill src/config src/contract src/sandbox package-lock.json'.split(' ');

/** The date of the skill's last change. Without git, the latest API version's date. */
const skillVersion = () => lastChange(...SOURCES)?.slice(0, 10) ?? allChanges()[0]?.date;

/** The text of `/skill.md`. Agents store the file elsewhere, so `link` must turn site paths into full URLs. */
export async function skillText(link: (path: string) => string): Promise<string> {
  const { operation } = lookupFor('src/agents/skill/steps.ts');
  const allSteps = steps();
  const stepText = ({ title, operations, advice }: Step, index: number) =>
    `## ${index + 1}. ${title}\n\n${operations.map((id) => operationText(operation(id))).join('\n')}\n${bulletList(advice)}\n`;
  const usedIds = new Set(allSteps.flatMap(({ operations }) => operations));
  const otherOperations = contracts()
    .flatMap(({ operations }) => operations)
    .filter(({ id }) => !usedIds.has(id));
  const metadata = { version: skillVersion() };
  const frontMatter = { name: skillName, description: skillDescription, metadata };
  return `---
${yamlText(frontMatter)}---

# Integrate with ${site.product}

${bulletList([...setupAdvice(link, sha256(await bundleSandbox())), ...agentRules()])}

Request bodies are JSON (\`Content-Type: application/json\`), except in step 1. Omit optional fields instead of sending null.

${allSteps.map(stepText).join('\n')}
## Errors

${bulletList(errorAdvice)}

## Other operations

${bulletList(otherOperations.map(operationLine))}

## Shapes

Ignore fields that aren’t listed.

\`\`\`ts
${typeDeclarations(contracts().filter(({ deprecated }) => !deprecated))}
\`\`\`

## Read more

${bulletList([
  `See [all pages](${link('/llms.txt')}) as Markdown, including [Handle errors](${link('/account-information/error-handling.md')}).`,
  `See [all operations](${link('/openapi/platform.yaml')}) in one OpenAPI document and the [failures that the sandbox can simulate](${link('/account-information/providers/sandbox-controls.md')}).`,
])}
`;
}

/** The text of `/openapi/<api>.txt`, which lists an API's operations and types in a fifth of the contract's size. */
export function signaturesText(api: Contract, link: (path: string) => string): string {
  const { name, title, version, server, operations } = api;
  return `${title} ${version}, without descriptions. Base URL: ${new URL(server).origin}. With descriptions: ${link(`/openapi/${name}.yaml`)}

${bulletList(operations.map((operation) => `${callText(operation)}: ${factsText(operation)}`))}

${typeDeclarations([api])}
`;
}

const bulletList = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

function operationText(operation: Operation): string {
  return `\`\`\`http\n${requestText(operation)}\n\`\`\`\n\n${factsText(operation)}\n`;
}

/** An operation's query parameters, limit, bodies, and statuses. */
function factsText(operation: Operation): string {
  const { limit } = factsOf(operation);
  const query = parametersOf(operation)
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required }) => `\`${name}\`${required ? ' (required)' : ''}`);
  const request = bodiesOf(operation).get('request');
  const kind = operation.kind !== 'webhook' && requestOf(operation).body?.kind === 'form' ? ' (form)' : '';
  const isAssumed = directAssumptions(operation.definition).length > 0;
  const responses = responsesOf(operation).map(({ status, body, assumptions }) => {
    const shape = body?.schemaName && ` \`${body.schemaName}${body.isList ? '[]' : ''}\``;
    // Without a body, say what is assumed: the status or the missing body.
    const [assumption] = [...assumptions, ...(body?.isList ? directAssumptions(body.schema) : [])];
    const assumedMark = assumption && (body ? ' (assumed)' : ` (assumed: ${factIn(assumption.reason)})`);
    return `${status}${shape ?? ''}${assumedMark ?? ''}`;
  });
  return [
    query.length > 0 && `Query: ${query.join(', ')}.`,
    limit && `At most ${limit}.`,
    request?.schemaName && `Body${kind}: \`${request.schemaName}\`${isAssumed ? ' (assumed)' : ''}.`,
    `Responses: ${responses.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function requestText(operation: Operation): string {
  if (operation.kind === 'webhook') {
    const event = bodiesOf(operation).get('request')?.examples[0]?.value;
    return `POST your webhook URL (${eventOf(operation)})\n\n${JSON.stringify(event)}`;
  }
  const { method, url, body } = requestOf(operation);
  const { origin } = new URL(contract(operation.api).server);
  const content =
    body && (body.kind === 'form' ? new URLSearchParams(body.value).toString() : JSON.stringify(body.value));
  return `${method} ${decodeURIComponent(url.slice(origin.length))}${content ? `\n\n${content}` : ''}`;
}

function operationLine(operation: Operation): string {
  const { summary, deprecated } = operation;
  return `${callText(operation)}: ${deprecated ? 'Deprecated.' : `${summary}. ${factsText(operation)}`}`;
}

function callText(operation: Operation): string {
  const { kind, api, path } = operation;
  if (kind === 'webhook') return `POST your webhook URL (${eventOf(operation)})`;
  const base = withoutSlash(new URL(contract(api).server).pathname);
  return `\`${callOf({ ...operation, path: base + path })}\``;
}

/** The contracts' formats and types that TypeScript doesn't know. */
const FORMATS = `type integer = number; type uuid = string; type uri = string; type uriReference = string;
type date = string; type dateTime = string /* RFC 3339 */; type password = string;`;

/** The schemas of some APIs as TypeScript types, one per line. */
function typeDeclarations(apis: readonly Contract[]): string {
  const lines = new Map<string, string>();
  for (const { document } of apis)
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      const fields = fieldsOf(document, schema);
      const shape = fields.length > 0 ? `{ ${fields.map(fieldText).join('; ')} }` : union(enumValues(schema));
      // Skip schemas without fields or enum values, because fields show their plain type instead.
      if (shape) lines.set(name, `type ${name} = ${shape};`);
    }
  return [FORMATS, ...lines.values()].join('\n');
}

function union(values: readonly EnumValue[]): string {
  return values.map(({ value, name }) => (name ? `${value} /* ${name} */` : `'${value}'`)).join(' | ');
}

function fieldText(field: Field): string {
  const assumed = field.assumptions.length > 0 ? ' /* assumed */' : '';
  return `${field.name}${field.required ? '' : '?'}: ${typeOf(field)}${field.nullable ? ' | null' : ''}${assumed}`;
}

/** A field's type. Prefers the schema's name or the format, because both say more than `string`. */
function typeOf({ type, schemaName, fields, values }: Field): string {
  if (schemaName && (fields.length > 0 || values.length > 0))
    return type.startsWith('Array') ? `${schemaName}[]` : schemaName;
  if (values.length > 0) return union(values);
  return type
    .replace(/^map of name to (.+)$/, 'Record<string, $1>')
    .replace(/Array<(.+?)>/, '$1[]')
    .replace(/\w+ \(([\w-]+)\)/, '$1')
    .replace(/-(\w)/, (_, letter: string) => letter.toUpperCase())
    .replace(/^[A-Z]\w+$/, 'object');
}
