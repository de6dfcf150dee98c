/*
 * The script of every page. Components import the scripts that only some pages need. Features that need an action of
 * the reader, such as the search, load on demand.
 */

import { layout } from '../config/site.ts';
import { followContents } from './contents.ts';
import { addCopyButtons } from './copy-code.ts';
import { explainTerms } from './explain-terms.ts';
import { keepScrollersFocusable } from './focusable-scrollers.ts';
import { hideHeaderOnScroll } from './header-on-scroll.ts';
import { hydrateOnIntent } from './islands/hydrate-on-intent.ts';
import { reportMissingStyles } from './missing-styles.ts';
import { showSlowNavigation } from './navigation/feedback.ts';
import { prefetchPages } from './navigation/prefetch.ts';
import { showLoadNotices } from './offline/load-notices.ts';
import { keepVisitedPages } from './offline/register-worker.ts';
import { openSearch } from './search/open-search.ts';
import { keepSidebarScroll } from './sidebar-scroll.ts';
import { enableTabs } from './tabs.ts';
import { showFocusedLinks } from './top-navigation.ts';

openSearch();
hydrateOnIntent();
if (layout.header.hideOnScroll) hideHeaderOnScroll();
showFocusedLinks();
keepSidebarScroll();
followContents();
addCopyButtons();
explainTerms();
keepScrollersFocusable();
enableTabs();
prefetchPages();
showSlowNavigation();
reportMissingStyles();
void showLoadNotices();
keepVisitedPages();
