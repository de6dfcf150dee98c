import { writeFileSync } from 'node:fs';
import { lintPages } from '../checks/pages/index.ts';
import { linkChecker, publishedAnchors, PUBLISHED_ANCHORS } from '../checks/pages/links.ts';
import { compileContracts } from '../contract/compile.ts';

/* `npm run publish:anchors`: adds the headings of guides to published-anchors.txt. Commit the file. */

await compileContracts();
const { files, pages } = lintPages('.');
const { headings } = linkChecker('.', files, pages);
const anchors = new Set([...publishedAnchors(), ...headings()]);
writeFileSync(PUBLISHED_ANCHORS, `${[...anchors].sort().join('\n')}\n`);
