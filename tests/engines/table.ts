import type { Subject } from './behavior.ts';
import { announcement } from './behaviors/announcement.ts';
import { colorMode } from './behaviors/color-mode.ts';
import { offline } from './behaviors/offline.ts';
import { search } from './behaviors/search.ts';

/** The table: what every reader gets, whatever the engine. */
export const table: Subject[] = [colorMode, announcement, search, offline];
