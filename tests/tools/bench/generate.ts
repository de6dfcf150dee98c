/** Generates pages of the size of guides, for sites larger than this one. The same number gives the same page. */

import type { ProjectCopy } from '../../support/project-copy.ts';

const sections = ['account-information', 'sequencing', 'categorization', 'analysis', 'webhooks'] as const;

/** Pages in one group of a sidebar. */
const GROUP_SIZE = 20;

const SIDEBARS_FILE = 'src/config/sidebars.ts';

const words =
  'account amount answer app balance bank body booking call category client code consent country currency customer date day description developer document engine error event example field guide identifier income job key limit list message month name number page payment period platform profile provider reference request response result section sequence status step string time token transaction type user value webhook year'.split(
    ' ',
  );

/** Names and paths from the contracts, because the build checks code. */
const names = ['accountId', 'amount', 'bookDate', 'consentId', 'externalUserId', 'currency'];
const paths = ['Accounts', 'Providers', 'Sequencing', 'Transactions'];

/** Adds a number of pages to a copy of the project, and puts each into a sidebar. */
export function addPages(copy: ProjectCopy, count: number): void {
  const slugs = Array.from({ length: count }, (_, number) => slugOf(number));
  slugs.forEach((slug, number) => copy.write(`src/content/docs/${slug}.md`, pageText(number, count)));
  for (const section of sections) {
    const [start] = new RegExp(`^  '?${section}'?: \\[`, 'm').exec(copy.read(SIDEBARS_FILE))!;
    const own = slugs.filter((slug) => slug.startsWith(`${section}/`));
    const groups = Array.from({ length: Math.ceil(own.length / GROUP_SIZE) }, (_, group) => ({
      label: `Topics, part ${group + 1}`,
      items: own.slice(group * GROUP_SIZE, (group + 1) * GROUP_SIZE),
    }));
    copy.edit(SIDEBARS_FILE, start, `${start}...${JSON.stringify(groups)},`);
  }
}

function slugOf(number: number): string {
  return `${sectionOf(number)}/generated/topic-${number}`;
}

function sectionOf(number: number): string {
  return sections[number % sections.length] ?? sections[0];
}

/** About 700 words under seven headings, three code blocks, a table, a note and links to other pages. */
function pageText(number: number, count: number): string {
  const pick = picker(number);
  const sentence = () => {
    const text = Array.from({ length: 12 }, pick).join(' ');
    return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
  };
  const paragraph = (sentences: number) => Array.from({ length: sentences }, sentence).join(' ');
  const path = paths[number % paths.length];
  const name = names[number % names.length];
  const link = (offset: number) => `[topic ${number + offset}](/${slugOf((number + offset) % count)}/)`;
  return `---
title: Topic ${number} about the ${pick()} and the ${pick()}
description: After topic ${number} you know how the ${pick()} of a ${pick()} relates to the ${pick()} of your app.
sidebar:
  label: Topic ${number}
---

${paragraph(5)}

## What you need

${paragraph(6)} See ${link(1)} and ${link(7)}.

- ${sentence()}
- ${sentence()}
- ${sentence()}

## Ask for the ${pick()}

${paragraph(7)}

\`\`\`sh title="Request ${number}"
curl --request GET \\
  --url 'https://api.example.com/${path}?Page=${number}&PageSize=50' \\
  --header 'Authorization: Bearer YOUR_ACCESS_TOKEN'
\`\`\`

### Read the answer

${paragraph(5)}

\`\`\`json title="Answer ${number}"
{
  "data": [
    { "id": "963d5a3a-6e7e-4dba-ab5e-${String(number).padStart(12, '0')}", "${name}": "${pick()}", "amount": -${number}.5 },
    { "id": "0d6f7f0a-53a2-4c53-9d43-${String(number).padStart(12, '0')}", "${name}": "${pick()}", "amount": ${number} }
  ],
  "nextPageToken": null
}
\`\`\`

## What each ${pick()} means

${paragraph(4)}

| Name | Meaning | Since |
| --- | --- | --- |
${Array.from({ length: 6 }, (_, row) => `| \`${names[row]}\` | ${sentence()} | ${2020 + row} |`).join('\n')}

### In your own code

${paragraph(5)}

\`\`\`js title="read-${number}.js"
export async function readAll(token) {
  const found = [];
  for (let page = ${number}; ; page += 1) {
    const response = await fetch(\`https://api.example.com/${path}?Page=\${page}\`, {
      headers: { Authorization: \`Bearer \${token}\` },
    });
    if (!response.ok) throw new Error(\`Request failed: \${response.status}\`);
    const { data } = await response.json();
    if (data.length === 0) return found;
    found.push(...data);
  }
}
\`\`\`

:::note[${sentence()}]
${paragraph(3)}
:::

## When it fails

${paragraph(7)}

## Next steps

${paragraph(3)} Go on with ${link(2)} or ${link(11)}.
`;
}

/** Returns a function that picks words in an order that depends only on the seed (a linear congruential generator). */
function picker(seed: number): () => string {
  let state = (seed * 7919 + 17) % 2_147_483_648;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return words[Math.floor((state / 2_147_483_648) * words.length)] ?? 'word';
  };
}
