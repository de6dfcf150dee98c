/** A message above the header of every page. */
export interface Announcement {
  /** Identifies the announcement in the reader's storage. With a new ID, it shows again to readers who dismissed it. */
  id: string;
  text: string;
  link?: { href: string; label: string };
  dismissible: boolean;
}

/** The current announcement. `undefined` shows none. */
export const announcement: Announcement | undefined = {
  id: 'categorization-v1-deprecated',
  text: 'Categorization v1 is deprecated.',
  link: { href: '/categorization/migration/', label: 'Move to v2' },
  dismissible: true,
};
