/** A programming language of the samples. */
export interface SampleLanguage {
  /** Name, as readers know it. */
  label: string;
  /** Name in the highlighter. */
  language: 'sh' | 'js' | 'python' | 'csharp' | 'java' | 'php';
}

/** The languages of all samples on the site, in their order. */
export const sampleLanguages: readonly SampleLanguage[] = [
  { label: 'cURL', language: 'sh' },
  { label: 'JavaScript', language: 'js' },
  { label: 'Python', language: 'python' },
  { label: 'C#', language: 'csharp' },
  { label: 'Java', language: 'java' },
  { label: 'PHP', language: 'php' },
];

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

/** How samples are made, by language. Apart from the list above, since browsers get that. */
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
