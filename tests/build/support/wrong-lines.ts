/** Parts of a page, each with the message about it, and with its line if that isn't the first one. */
export const wrongLines: readonly (readonly [text: string, message: string, line?: string])[] = [
  ['Call it with `redirectURL`.', 'no contract has `redirectURL`; did you mean `redirectUrl`?'],
  ['#### Too deep', 'the heading "Too deep" skips a level; write ## Too deep'],
  [
    ':::warning\nText.\n:::',
    'there is no aside `:::warning`; write :::note, :::tip, :::caution, or :::danger.',
  ],
  ['| a | b |\n| - | - |\n| 1 |', 'the row has 1 of 2 cells; write | within a cell as \\|.', '| 1 |'],
  [
    "```js\nawait call('GET', '/Account');\n```",
    'no contract has `GET /Account`; did you mean `GET /Accounts`?',
    'await',
  ],
  ['1. One\n2. Two\n2. Three', 'step 2 follows step 2; renumber it.', '2. Three'],
  ['<Enum of="ConsentStatus" off="x" />', '<Enum> has no attribute "off"; did you mean "of"?'],
  ['##Two', '`##Two` is no heading; write a space after #.'],
  ['Store **the ID.', '**the ID. is not bold; write ** at both ends, without a space within them.'],
  ['[Mail](mailto:help)', 'mailto:help leads to no mailbox; write mailto:name@example.com.'],
  ['![](/favicon.svg)', 'the picture /favicon.svg has no alternative text; describe what it shows.'],
  ['![Large](/large.svg)', 'public/large.svg has 201 kB; make it at most 200 kB.'],
  ['![A page](/page.png)', "public/page.png isn't a picture in the format .png; save it in that format."],
  ['The {limit}.', 'nothing defines {limit}; write it as inline code.'],
  ['```jsonn\n{}\n```', 'code in "jsonn" can\'t be colored; write json.'],
  [
    '<Fields of="Consentt" />',
    '<Fields> has of="Consentt", and there is no such schema; did you mean "Consent"?',
  ],
  [
    '<Samples of="createConsent" />',
    "<Samples> isn't imported; write import Samples from '@components/Samples.astro'; above the text.",
  ],
  ['[Nowhere]()', 'the link is empty; write its path.'],
  [':::note\nText.', "the aside `:::note` isn't closed; write ::: on a line of its own below it."],
];

/** The imports of a page with these lines, the last of which is wrong. */
export const imports = ['Diagram', 'Enum', 'Fields', 'Term']
  .map((name) => `import ${name} from '@components/${name}.astro';`)
  .join('\n')
  .replace('/Term.', '/Trem.');
