import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolsFolder } from '../tools.ts';

/*
 * Debian has no .NET, but two packages in `tests/tools/package.json` contain it: a program with the whole .NET 8
 * runtime, and a tool with Roslyn, the C# 12 compiler. A startup hook makes the program do our work instead of its own.
 */

const host = join(toolsFolder, 'node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool');
const roslyn = join(toolsFolder, 'node_modules/@typespec/http-client-csharp/dist/generator');

/** True if this machine can run .NET. */
export const hasDotnet = process.platform === 'linux' && process.arch === 'x64';

/** The namespaces that ImplicitUsings adds. */
const usings = ['', '.Collections.Generic', '.IO', '.Linq', '.Net.Http', '.Threading', '.Threading.Tasks'];

/** The assemblies that a program may reference, and those that their type forwards point to. */
const references = `Private.CoreLib Private.Uri Runtime Collections Console Linq Net.Http Net.HttpListener Net.Primitives Security.Cryptography Text.Json Text.RegularExpressions`;

/** The options of a .NET 8 project file with Nullable. Warnings are errors. */
const options = ['-target:exe', '-langversion:12', '-nullable', '-warnaserror'];

let folder: string | undefined;

/** The folder with the compiled hook and shared files. */
function shared(): string {
  if (folder !== undefined) return folder;
  const created = mkdtempSync(join(tmpdir(), 'dotnet-'));
  process.on('exit', () => rmSync(created, { recursive: true }));
  writeFileSync(join(created, 'usings.cs'), usings.map((name) => `global using System${name};\n`).join(''));
  const hook = ['-unsafe', '-target:library', '-r:System.Core.dll', '-r:Microsoft.CSharp.dll'];
  const source = join(import.meta.dirname, 'StartupHook.cs');
  execFileSync('mcs', [...hook, `-out:${join(created, 'hook.dll')}`, source]);
  return (folder = created);
}

/** The command that starts .NET with our hook. */
const command = (...parameters: string[]): [name: string, ...options: string[]] => [
  'env',
  `DOTNET_STARTUP_HOOKS=${join(shared(), 'hook.dll')}`,
  'DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1',
  host,
  ...parameters,
];

/** The command that runs a compiled program. */
export const runCsharp = (assembly: string) => command('run', assembly);

/** Compiles several assemblies from their sources at once, because starting the compiler takes three seconds. */
export function compileCsharp(programs: Readonly<Record<string, readonly string[]>>): void {
  const files = Object.entries(programs).map(([assembly, sources]) => {
    const file = `${assembly}.rsp`;
    const all = [join(shared(), 'usings.cs'), ...sources].map((source) => `"${source}"`);
    const assemblies = references.split(' ').map((name) => `-r:System.${name}`);
    writeFileSync(file, [...options, ...assemblies, `-out:"${assembly}"`, ...all].join('\n'));
    return file;
  });
  const [name, ...parameters] = command(roslyn, ...files);
  execFileSync(name, parameters, { stdio: ['ignore', 'inherit', 'inherit'] });
}
