import type { parseDocument } from 'htmlparser2';

/** A node of a parsed page. */
export type Child = ReturnType<typeof parseDocument>['children'][number];

/** An element of a parsed page. */
export type Element = Extract<Child, { attribs: object }>;

/** Turns a link to a page into one to its twin. */
export type ToTwin = (href: string) => string;
