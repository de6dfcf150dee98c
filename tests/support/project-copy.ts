import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** The root of the project. Tests never change it. */
export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/** What not to copy if git can't list the files of the project. */
const leftBehind = new Set([
  'hosts',
  'node_modules',
  'dist',
  '.astro',
  '.git',
  'test-results',
  'playwright-report',
]);

/** Folders that tools write into; a linked file there would be shared with the project. */
const caches = ['.astro', '.cache', '.vite'].map((name) => join(projectRoot, 'node_modules', name));

/**
 * The environment of builds: without colors, telemetry and the variables of the test runner. As in CI, Astro doesn't cache
 * compiled code, which no later build would use.
 */
export const environment: NodeJS.ProcessEnv = {
  ...process.env,
  ASTRO_TELEMETRY_DISABLED: '1',
  NO_COLOR: '1',
  NODE_DISABLE_COMPILE_CACHE: '1',
  FORCE_COLOR: undefined,
  NODE_TEST_CONTEXT: undefined,
};

interface BuildResult {
  status: number | null;
  output: string;
}

/** Every file of the project that git tracks or would track, relative to the root. */
export function projectFiles(): string[] {
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { status, stdout } = spawnSync('git', listing, { cwd: projectRoot, encoding: 'utf8' });
  const listed = status === 0 ? stdout.split('\0').filter((file) => file !== '') : [];
  const files = listed.length > 0 ? listed : filesBelow(projectRoot, leftBehind);
  return files.filter((file) => existsSync(join(projectRoot, file))).sort();
}

/** The folders of packages that only tests and checks need: half of all files. */
function developmentPackages(): string[] {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  return Object.keys(lock.packages)
    .filter((path) => lock.packages[path]!.dev)
    .map((path) => join(projectRoot, path));
}

/** A private copy of the project that a test may change and build. Its packages are hard links. */
export class ProjectCopy {
  readonly folder: string;
  /** What {@link remove} removes: the folder, or the workspace that it is in. */
  readonly #root: string;
  readonly #packages: string;
  /** The original contents of changed files; `undefined` for new files. */
  readonly #originals = new Map<string, string | undefined>();

  /**
   * @param name - What the name of its folder begins with.
   * @param packages - The packages it has: those that a build needs, or also those of tests. In a workspace, they are in
   * the folder above, where npm installs them.
   */
  constructor(name = 'portal-', packages: 'of builds' | 'all' | 'in a workspace' = 'of builds') {
    this.#root = mkdtempSync(join(tmpdir(), name));
    const inWorkspace = packages === 'in a workspace';
    this.folder = inWorkspace ? join(this.#root, 'site') : this.#root;
    for (const file of projectFiles()) {
      mkdirSync(dirname(this.path(file)), { recursive: true });
      copyFileSync(join(projectRoot, file), this.path(file));
    }
    const without = [...caches, ...(packages === 'all' ? [] : developmentPackages())];
    this.#packages = join(this.#root, 'node_modules');
    linkPackages(join(projectRoot, 'node_modules'), this.#packages, new Set(without));
    if (inWorkspace)
      writeFileSync(join(this.#root, 'package.json'), '{ "private": true, "workspaces": ["site"] }');
  }

  /** Returns the absolute path of a file of the copy. */
  path(file: string): string {
    return join(this.folder, file);
  }

  read(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }

  /** Replaces the first occurrence of a text. Throws if the text is missing. */
  edit(file: string, from: string, to: string): void {
    const text = this.read(file);
    if (!text.includes(from)) throw new Error(`${file} does not contain: ${from}`);
    this.write(
      file,
      text.replace(from, () => to),
    );
  }

  /** Writes a file, new or not. */
  write(file: string, text: string): void {
    if (!this.#originals.has(file)) {
      this.#originals.set(file, existsSync(this.path(file)) ? this.read(file) : undefined);
    }
    mkdirSync(dirname(this.path(file)), { recursive: true });
    writeFileSync(this.path(file), text);
  }

  /** Undoes every change since the copy was made. */
  restore(): void {
    for (const [file, text] of this.#originals) {
      if (text === undefined) rmSync(this.path(file));
      else writeFileSync(this.path(file), text);
    }
    this.#originals.clear();
  }

  /** Deletes the output and the caches of earlier builds. */
  clean(): void {
    for (const left of ['dist', 'hosts', '.astro', 'node_modules/.astro', 'node_modules/.vite']) {
      rmSync(this.path(left), { recursive: true, force: true });
    }
  }

  /**
   * Builds the site of the copy, as `npm run build` does.
   *
   * @param variables - Added to the environment.
   */
  build(variables: NodeJS.ProcessEnv = {}): BuildResult {
    const { status, stdout, stderr } = spawnSync(process.execPath, [this.astro, 'build'], {
      cwd: this.folder,
      env: { ...environment, ...variables },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return { status, output: stripVTControlCharacters(stdout + stderr) };
  }

  /** Astro's command line, among the packages of the copy. */
  get astro(): string {
    return join(this.#packages, 'astro/bin/astro.mjs');
  }

  /** Files that a build has written, relative to the folder. */
  builtFiles(folder = 'dist'): string[] {
    return filesBelow(this.path(folder));
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

/**
 * Hard-links every file of a folder of packages into another folder. Vite would resolve a linked folder to the original
 * one, which is outside of the copy.
 */
function linkPackages(from: string, to: string, without: ReadonlySet<string>): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (without.has(source)) continue;
    if (entry.isDirectory()) linkPackages(source, target, without);
    else link(source, target);
  }
}

/** Copies a file if it can't be linked, for example across devices. */
function link(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

function filesBelow(folder: string, without: ReadonlySet<string> = new Set()): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !without.has(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(join(folder, entry.name)).map((file) => join(entry.name, file))
        : [entry.name],
    );
}
