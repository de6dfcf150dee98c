import type { Subject } from './behavior.ts';
import { announcement } from './behaviors/announcement.ts';
import { colorMode } from './behaviors/color-mode.ts';
import { failures } from './behaviors/failures.ts';
import { menus } from './behaviors/menus.ts';
import { navigation } from './behaviors/navigation.ts';
import { operationPages } from './behaviors/operation-pages.ts';
import { policy } from './behaviors/policy.ts';
import { offline } from './behaviors/offline.ts';
import { referenceSubject } from './behaviors/reference.ts';
import { samples } from './behaviors/samples.ts';
import { search } from './behaviors/search.ts';
import { style } from './behaviors/style.ts';
import { without } from './behaviors/without.ts';

/** The table: what every reader gets, whatever the engine. */
export const table: Subject[] = [
  colorMode,
  announcement,
  menus,
  samples,
  search,
  operationPages,
  referenceSubject,
  navigation,
  offline,
  failures,
  without,
  policy,
  style,
];
