import type { APIRoute, GetStaticPaths } from 'astro';
import { signaturesText } from '../../agents/skill/index.ts';
import { combinedDocument } from '../../contract/combined.ts';
import { contracts } from '../../contract/index.ts';
import { allPublishedVersions, changesOfVersions } from '../../contract/releases.ts';
import { documentText, extensions } from '../../downloads/openapi.ts';
import { siteUrl } from '../../shared/site-url.ts';
import { sourceFiles } from '../../shared/source-files.ts';
import { readText } from '../../shared/text-file.ts';

/** The files below `/openapi/`, with their paths. `platform` combines all APIs. A published version never changes. */
function files(): [file: string, text: string][] {
  const published = allPublishedVersions();
  const flows = 'openapi/flows';
  const documents = [
    { path: 'platform', document: combinedDocument() },
    ...contracts().map(({ name, document }) => ({ path: name, document })),
    ...published.map(({ name, version, document }) => ({ path: `${version}/${name}`, document })),
  ];
  return [
    ...documents.flatMap(({ path, document }) =>
      extensions.map((extension): [string, string] => [path + extension, documentText(extension, document)]),
    ),
    ...contracts().flatMap((contract): [string, string][] => [
      [`${contract.name}.txt`, signaturesText(contract, siteUrl)],
      [`changes/${contract.name}.json`, JSON.stringify(changesOfVersions(contract.name), null, 2)],
    ]),
    // The flows of the guides, as Arazzo documents.
    ...sourceFiles(flows, 'yaml').map((file): [string, string] => [`flows/${file}`, readText(`${flows}/${file}`)]),
  ];
}

export const getStaticPaths: GetStaticPaths = () =>
  files().map(([file, text]) => ({ params: { file }, props: { text } }));

export const GET: APIRoute<{ text: string }> = ({ props }) => new Response(props.text);
