import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import treeSitter from '@vscode/tree-sitter-wasm';

const { resolve } = createRequire(import.meta.url);

await treeSitter.Parser.init();
const grammar = resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-c-sharp.wasm');
const parser = new treeSitter.Parser().setLanguage(await treeSitter.Language.load(readFileSync(grammar)));

/** Why C# is only parsed. Its samples are counted apart. */
export const onlyParsed =
  'Debian has no .NET. Its Mono compiles C# 7, which has no top-level statements and no raw strings';

/** The first line that isn't C#, or nothing. */
export function csharpError(code: string): string | undefined {
  const root = parser.parse(code)?.rootNode;
  if (!root?.hasError) return undefined;
  const isError = ({ isError, isMissing }: treeSitter.Node) => isError || isMissing;
  const node =
    [root, ...root.descendantsOfType('ERROR')].filter((each) => each !== null).findLast(isError) ?? root;
  return `line ${node.startPosition.row + 1}: ${code.split('\n')[node.startPosition.row]}`;
}
