import { headerRules, type HeaderRule } from '../headers.ts';
import type { SiteFacts } from '../site-facts.ts';

/** Where a host finds the site, and the port that it listens on. */
export interface HostOptions {
  /** The folder of the host. It contains the site, in the subfolder of the base path if the site has one. */
  readonly root: string;
  readonly port: number;
}

/** The values that one header has under different conditions. */
export interface HeaderValues {
  /** The name in the usual spelling, such as `Cache-Control`. */
  readonly name: string;
  /** The value that applies when no other does. */
  readonly usual: string;
  /** Values for a part of the responses; a later one replaces an earlier one, and an empty one isn't sent. */
  readonly others: readonly (Pick<HeaderRule, 'path'> & {
    when: NonNullable<HeaderRule['when']>;
    value: string;
  })[];
}

/** The statuses of responses that are a file of the site, or say that the client's copy is up to date. */
export const FOUND = [200, 206, 304] as const;

/** The headers of a site, each with all of its values. */
export function headerValues(facts: SiteFacts): HeaderValues[] {
  const [everywhere, ...rules] = headerRules(facts);
  return Object.entries(everywhere!.headers).map(([name, usual]) => ({
    name: usualSpelling(name),
    usual,
    others: rules.flatMap(({ path, when, headers }) => {
      const value = headers[name];
      return value === undefined || when === undefined ? [] : [{ path, when, value }];
    }),
  }));
}

/** The name of a header with capitals, such as `Cache-Control`. */
export function usualSpelling(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** Content types with the file extensions that have them, and whether their files are text. */
export function typeTable(types: Readonly<Record<string, string>>) {
  return Object.entries(types).map(([extension, type]) => {
    const [name = '', charset] = type.split('; ');
    return { extension, type, name, isText: charset !== undefined };
  });
}

/** A string as part of a regular expression that the host compiles. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
