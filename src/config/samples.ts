import type { SampleLanguage } from './languages.ts';

/** What stands for the reader's token in every sample. */
export const TOKEN_PLACEHOLDER = 'YOUR_ACCESS_TOKEN';

/** How the samples of a language are made. */
export interface SampleMaker {
  /** Names of language and library in the snippet library. */
  target: 'shell' | 'js' | 'python' | 'csharp' | 'java' | 'php';
  client: 'curl' | 'fetch' | 'requests' | 'httpclient' | 'nethttp';
  /** What the snippet library leaves out: imports above the request, … */
  before?: string;
  /** … and what shows the answer below it. */
  after?: string;
}

/** How samples are made, by language. */
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
