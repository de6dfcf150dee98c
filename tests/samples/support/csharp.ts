import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolsFolder } from '../../support/tools.ts';

interface SyntaxNode {
  hasError: boolean;
  isError: boolean;
  isMissing: boolean;
  startPosition: { row: number };
  descendantsOfType: (type: string) => (SyntaxNode | null)[];
}

interface Parser {
  setLanguage(language: object): Parser;
  parse(code: string): { rootNode: SyntaxNode } | null;
}

interface TreeSitter {
  Parser: { new (): Parser; init(): Promise<void> };
  Language: { load(grammar: Uint8Array): Promise<object> };
}

// Its package is only there after `npm run tools`, so it can't be imported by its name.
const require = createRequire(join(toolsFolder, 'package.json'));
const { Parser, Language } = require('@vscode/tree-sitter-wasm') as TreeSitter;
await Parser.init();
const grammar = require.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-c-sharp.wasm');
const parser = new Parser().setLanguage(await Language.load(readFileSync(grammar)));

/** Why C# is only parsed. Its samples are counted apart. */
export const onlyParsed =
  'Debian has no .NET. Its Mono compiles C# 7, which has no top-level statements and no raw strings';

/** The first line that isn't C#, or nothing. */
export function csharpError(code: string): string | undefined {
  const root = parser.parse(code)?.rootNode;
  if (!root?.hasError) return undefined;
  const isError = ({ isError, isMissing }: SyntaxNode) => isError || isMissing;
  const node =
    [root, ...root.descendantsOfType('ERROR')].filter((each) => each !== null).findLast(isError) ?? root;
  return `line ${node.startPosition.row + 1}: ${code.split('\n')[node.startPosition.row]}`;
}
