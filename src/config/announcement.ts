/** A message above the header of every page. */
export interface Announcement {
  /** Names this announcement in the reader's storage. A new id is shown again to those who dismissed the old one. */
  id: string;
  text: string;
  /** Where the reader learns more. */
  link?: { href: string; label: string };
  /** Whether the reader may close it. */
  dismissible: boolean;
}

/** The announcement in force; `undefined` shows none. */
export const announcement: Announcement | undefined = {
  id: 'categorization-v1-deprecated',
  text: 'Categorization v1 is deprecated.',
  link: { href: '/categorization/introduction/#move-from-v1-to-v2', label: 'Move to v2' },
  dismissible: true,
};
