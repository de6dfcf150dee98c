import type { SectionId } from '../config/sections.ts';

/** The drawn sidebar of each section, without a current page; filled while the site is built. */
export const sidebarCache = new Map<SectionId, string>();
