import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Values by key in a JSON file, for one process. Replace it with a table of your database before you run a second one.
 */
export class Store {
  #file;
  #values;

  constructor(file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    try {
      this.#values = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
      this.#values = new Map();
    }
  }

  get(key) {
    return this.#values.get(key);
  }

  keys() {
    return [...this.#values.keys()];
  }

  /** The values whose keys begin with a prefix, as a map of copies. */
  entries(prefix) {
    const entries = [...this.#values].filter(([key]) => key.startsWith(prefix));
    return new Map(entries.map(([key, value]) => [key, { ...value }]));
  }

  /** Inserts or replaces values, then writes the file as a whole. */
  upsert(entries) {
    for (const [key, value] of entries) this.#values.set(key, value);
    this.#write();
  }

  delete(...keys) {
    for (const key of keys) this.#values.delete(key);
    this.#write();
  }

  #write() {
    writeFileSync(`${this.#file}.new`, JSON.stringify(Object.fromEntries(this.#values), null, 2));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
