import { sampleLanguages, type SampleLanguage } from '../../config/languages.ts';
import type { Operation } from '../model.ts';
import { csharp } from './csharp.ts';
import { curl } from './curl.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { requestOf, type SampleRequest } from './request.ts';

/** A request in one programming language. */
export interface Sample {
  /** The language's name in tabs. */
  label: string;
  /** The language's ID for syntax highlighting. */
  language: string;
  code: string;
}

/**
 * A program for each language. It prints the status and the body, and fails on an error status, so that readers, and
 * the test that runs all samples, see immediately what went wrong.
 */
const programs: Readonly<Record<SampleLanguage['language'], (request: SampleRequest) => string>> = {
  sh: curl,
  js: javascript,
  python,
  csharp,
  java,
  php,
};

/**
 * Samples of an operation's request in every language, with values from the contract's examples.
 *
 * @param example - The name of a request example. Default: the first one.
 */
export function samplesOf(operation: Operation, example?: string): Sample[] {
  const request = requestOf(operation, example);
  return sampleLanguages.map(({ label, language }) => ({
    label,
    language,
    code: programs[language](request),
  }));
}
