import converters, { type BrunoItem } from '@usebruno/converters';
import filestore from '@usebruno/filestore';
import type { Collection, Environment } from './model.ts';

/**
 * The files of a Bruno collection with the requests and tests of the Postman collection, by their paths. The example
 * responses are left out, since they make up most of its size.
 */
export async function brunoFiles(
  collection: Collection,
  environment: Environment,
): Promise<ReadonlyMap<string, string>> {
  const { collection: converted } = await converters.postmanToBruno(collection);
  const config = { version: '1', name: collection.info.name, type: 'collection' };
  return new Map([
    ['bruno.json', `${JSON.stringify(config, null, 2)}\n`],
    ['collection.bru', filestore.stringifyCollection(converted.root, {}, { format: 'bru' })],
    [
      'environments/Platform.bru',
      filestore.stringifyEnvironment(await converters.postmanToBrunoEnvironment(environment), {
        format: 'bru',
      }),
    ],
    ...filesOf(converted.items),
  ]);
}

function filesOf(items: readonly BrunoItem[], folder = ''): [path: string, content: string][] {
  return items.flatMap((item, index): [string, string][] => {
    const seq = index + 1;
    const path = `${folder}${item.name.replaceAll(/[^\w ()-]/g, '')}`;
    if (item.type === 'folder') {
      const meta = { ...item, meta: { name: item.name, seq } };
      return [
        [`${path}/folder.bru`, filestore.stringifyFolder(meta, { format: 'bru' })],
        ...filesOf(item.items ?? [], `${path}/`),
      ];
    }
    const request = { ...item, seq, examples: [] };
    return [[`${path}.bru`, filestore.stringifyRequest(request, { format: 'bru' })]];
  });
}
