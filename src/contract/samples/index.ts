import { sampleLanguages, type SampleLanguage } from '../../config/languages.ts';
import type { Operation } from '../model.ts';
import { csharp, curl, java, javascript, php, python } from './languages.ts';
import { requestOf, type SampleRequest } from './request.ts';

/** A request in one programming language. */
export interface Sample extends SampleLanguage {
  code: string;
}

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
  return sampleLanguages.map((each) => ({ ...each, code: programs[each.language](request) }));
}
