/** A programming language of the samples. */
export interface SampleLanguage {
  /** Name, as readers know it. */
  label: string;
  /** Name in the highlighter. */
  language: string;
  /** Names of language and library in the snippet library. */
  target: 'shell' | 'js' | 'python' | 'csharp' | 'java' | 'php';
  client: 'curl' | 'fetch' | 'requests' | 'httpclient' | 'nethttp';
  /** What the snippet library leaves out: imports above the request, … */
  before?: string;
  /** … and what shows the answer below it. */
  after?: string;
}

/** The languages of all samples on the site, in their order. */
export const sampleLanguages: readonly SampleLanguage[] = [
  { label: 'cURL', language: 'sh', target: 'shell', client: 'curl' },
  {
    label: 'JavaScript',
    language: 'js',
    target: 'js',
    client: 'fetch',
    before: 'const response = await ',
    after: ';\n\nconsole.log(response.status, await response.text());',
  },
  {
    label: 'Python',
    language: 'python',
    target: 'python',
    client: 'requests',
    before: 'import requests\n\nresponse = ',
    after: '\n\nprint(response.status_code, response.text)',
  },
  {
    label: 'C#',
    language: 'csharp',
    target: 'csharp',
    client: 'httpclient',
    before: 'using System.Net.Http.Headers;\n\n',
    after: '\n\nConsole.WriteLine(await response.Content.ReadAsStringAsync());',
  },
  {
    label: 'Java',
    language: 'java',
    target: 'java',
    client: 'nethttp',
    before: 'import java.net.http.*;\n\n',
  },
  { label: 'PHP', language: 'php', target: 'php', client: 'curl', before: '<?php\n\n' },
];
