import type { SampleLanguage } from './languages.ts';

/** The placeholder for the access token in every sample. */
export const TOKEN_PLACEHOLDER = 'YOUR_ACCESS_TOKEN';

/** How to generate the samples of a language with `@scalar/snippetz`. */
export interface SampleMaker {
  /** The library's names of the language and of the HTTP client. */
  target: 'shell' | 'js' | 'python' | 'csharp' | 'java' | 'php';
  client: 'curl' | 'fetch' | 'requests' | 'httpclient' | 'nethttp';
  /** Code above the request, such as imports, which the library leaves out. */
  before?: string;
  /** Code below the request, which prints the response. */
  after?: string;
}

/** The sample makers by language. */
export const sampleMakers: Readonly<Record<SampleLanguage['language'], SampleMaker>> = {
  sh: { target: 'shell', client: 'curl' },
  js: {
    target: 'js',
    client: 'fetch',
    before: 'const response = await ',
    after: ';\n\nconsole.log(response.status, await response.text());',
  },
  python: {
    target: 'python',
    client: 'requests',
    before: 'import requests\n\nresponse = ',
    after: '\n\nprint(response.status_code, response.text)',
  },
  csharp: {
    target: 'csharp',
    client: 'httpclient',
    before: 'using System.Net.Http.Headers;\n\n',
    after: '\n\nConsole.WriteLine(await response.Content.ReadAsStringAsync());',
  },
  java: { target: 'java', client: 'nethttp', before: 'import java.net.http.*;\n\n' },
  php: { target: 'php', client: 'curl', before: '<?php\n\n' },
};
