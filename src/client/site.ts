/*
 * The script of every page. Components import the scripts that only some pages need. Features that need an action of
 * the reader, such as the search, load on demand.
 */

import { layout } from '../config/site.ts';
import { followContents } from './contents/contents.ts';
import { addCopyButtons } from './code/copy-code.ts';
import { explainTerms } from './terms/explain-terms.ts';
import { keepScrollersFocusable } from './code/focusable-scrollers.ts';
import { hideHeaderOnScroll } from './header/header-on-scroll.ts';
import { hydrateOnIntent } from './islands/hydrate-on-intent.ts';
import { reportMissingStyles } from '../offline/page/missing-styles.ts';
import { showSlowNavigation } from './navigation/feedback.ts';
import { prefetchPages } from './navigation/prefetch.ts';
import { showCopyNotice } from '../offline/page/copy-notice.ts';
import { keepVisitedPages } from '../offline/page/register-worker.ts';
import { openSearch } from './search/open-search.ts';
import { keepSidebarScroll } from './sidebar/sidebar-scroll.ts';
import { enableTabs } from './tabs/tabs.ts';
import { showFocusedLinks } from './header/top-navigation.ts';

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
showCopyNotice();
keepVisitedPages();
