import type { APIRoute, GetStaticPaths } from 'astro';
import type { ReferenceSample } from '../../components/islands/reference-document.ts';
import { scalarLanguages } from '../../config/samples.ts';
import { contracts } from '../../contract/index.ts';
import { bodiesOf } from '../../contract/lookup.ts';
import type { Operation } from '../../contract/model.ts';
import { samplesOf } from '../../contract/samples/index.ts';

/** `/samples/<api>.json`: the samples of an API's operations, for the interactive reference. */
export const getStaticPaths: GetStaticPaths = () =>
  contracts().map(({ name, operations }) => ({ params: { api: name }, props: { operations } }));

export const GET: APIRoute<{ operations: Operation[] }> = ({ props }) => {
  const requests = props.operations.filter(({ kind }) => kind === 'operation');
  const samples = Object.fromEntries(requests.map((operation) => [operation.id, samplesFor(operation)]));
  return new Response(JSON.stringify(samples), { headers: { 'content-type': 'application/json' } });
};

/** The samples of each request example. */
function samplesFor(operation: Operation): ReferenceSample[] {
  const examples = bodiesOf(operation)
    .get('request')
    ?.examples.map(({ name }) => name) ?? [undefined];
  return examples.flatMap((example) =>
    samplesOf(operation, example).map(({ label, language, code }) => ({
      lang: scalarLanguages[language as keyof typeof scalarLanguages],
      label,
      source: code,
      example,
    })),
  );
}
