import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, globSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** The project's root. Tests never change it. */
export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The environment for builds: without colors, telemetry, and the test runner's variables. As in CI, Astro doesn't cache
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

/** Every project file that git tracks or would track, relative to the root. */
export function projectFiles(): string[] {
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { stdout } = spawnSync('git', listing, { cwd: projectRoot, encoding: 'utf8' });
  // A copy of the project has no history, and only contains these ignored files.
  const exclude = ['hosts', 'node_modules', 'dist', '.astro', 'test-results'];
  const files = stdout
    ? stdout.split('\0')
    : globSync(['**/{*,.*}', '**/.*/**/*'], { cwd: projectRoot, exclude });
  const isFile = (file: string) => statSync(join(projectRoot, file), { throwIfNoEntry: false })?.isFile();
  return files.filter((file) => file && isFile(file)).sort();
}

/** A copy of the project that a test can change and build. Its packages are hard links. */
export class ProjectCopy {
  readonly folder: string;
  /** The folder that {@link remove} deletes: the copy, or its workspace. */
  readonly #root: string;
  /** Astro's command line, among the packages of the copy. */
  readonly astro: string;
  /** The original contents of changed files; `undefined` for new files. */
  readonly #originals = new Map<string, string | undefined>();

  /**
   * @param name - The prefix of the copy's folder name.
   * @param packages - Its packages: those for a build, or also those for tests. In a workspace, they're in the parent
   * folder, where npm installs them.
   */
  constructor(name = 'portal-', packages: 'of builds' | 'all' | 'in a workspace' = 'of builds') {
    this.#root = mkdtempSync(join(tmpdir(), name));
    const inWorkspace = packages === 'in a workspace';
    this.folder = inWorkspace ? join(this.#root, 'site') : this.#root;
    for (const file of projectFiles()) {
      mkdirSync(dirname(this.path(file)), { recursive: true });
      copyFileSync(join(projectRoot, file), this.path(file));
    }
    const own = join(this.#root, 'node_modules');
    this.astro = join(own, 'astro/bin/astro.mjs');
    // Vite would resolve a linked folder to the original one, outside the copy.
    const originals = join(projectRoot, 'node_modules');
    if (spawnSync('cp', ['-al', originals, own]).status !== 0)
      cpSync(originals, own, { recursive: true, verbatimSymlinks: true });
    const lock = JSON.parse(this.read('package-lock.json')) as { packages: Record<string, { dev?: true }> };
    const ofTests = Object.keys(lock.packages).filter((path) => lock.packages[path]!.dev);
    // Tools write into these folders, and linked files would be shared with the project.
    const without = ['.astro', '.cache', '.vite'].map((name) => `node_modules/${name}`);
    for (const path of packages === 'all' ? without : [...without, ...ofTests])
      rmSync(join(this.#root, path), { recursive: true, force: true });
    if (inWorkspace)
      writeFileSync(join(this.#root, 'package.json'), '{ "private": true, "workspaces": ["site"] }');
  }

  path(file: string): string {
    return join(this.folder, file);
  }

  read(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }

  /** Replaces a string's first occurrence. Throws if the string is missing. */
  edit(file: string, from: string, to: string): void {
    const text = this.read(file);
    if (!text.includes(from)) throw new Error(`${file} doesn't contain: ${from}`);
    const changed = text.replace(from, () => to);
    this.write(file, changed);
  }

  write(file: string, text: string): void {
    if (!this.#originals.has(file))
      this.#originals.set(file, existsSync(this.path(file)) ? this.read(file) : undefined);
    mkdirSync(dirname(this.path(file)), { recursive: true });
    writeFileSync(this.path(file), text);
  }

  /** Adds the project's history, if it has one, from which pages take their dates. */
  addHistory(): void {
    const history = join(projectRoot, '.git');
    if (existsSync(history)) cpSync(history, this.path('.git'), { recursive: true });
  }

  /** Undoes every change since the copy was made. */
  restore(): void {
    for (const [file, text] of this.#originals) {
      if (text === undefined) rmSync(this.path(file));
      else writeFileSync(this.path(file), text);
    }
    this.#originals.clear();
  }

  /** Builds the copy's site, as `npm run build` does. */
  build(variables: NodeJS.ProcessEnv = {}) {
    return this.run(this.astro, ['build'], variables);
  }

  /** Runs a program of the project, such as its tests, up to a time limit in milliseconds. Returns its output. */
  run(program: string, options: readonly string[], variables: NodeJS.ProcessEnv = {}, timeout = 0) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...options], {
      cwd: this.folder,
      env: { ...environment, ...variables },
      timeout,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return { status, output: stripVTControlCharacters(stdout + stderr) };
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}
