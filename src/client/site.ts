/*
 * The script of every page. What only some pages need comes with their components; what a reader has to ask for,
 * such as the search, is loaded from here on demand.
 */

import { frame } from '../config/site.ts';
import { followContents } from './contents.ts';
import { addCopyButtons } from './copy-code.ts';
import { keepScrollersFocusable } from './focusable-scrollers.ts';
import { hideHeaderOnScroll } from './header-on-scroll.ts';
import { hydrateOnIntent } from './islands/hydrate-on-intent.ts';
import { tellMissingStyles } from './missing-styles.ts';
import { showSlowNavigation } from './navigation/feedback.ts';
import { prefetchPages } from './navigation/prefetch.ts';
import { showLoadNotices } from './offline/load-notices.ts';
import { keepVisitedPages } from './offline/register-worker.ts';
import { openSearch } from './search/open-search.ts';
import { rememberReferenceLanguage } from './reference-language.ts';
import { keepSidebarScroll } from './sidebar-scroll.ts';
import { workTabs } from './tabs.ts';
import { showFocusedLinks } from './top-navigation.ts';

openSearch();
hydrateOnIntent();
if (frame.header.hideOnScroll) hideHeaderOnScroll();
showFocusedLinks();
keepSidebarScroll();
followContents();
addCopyButtons();
keepScrollersFocusable();
workTabs();
rememberReferenceLanguage();
prefetchPages();
showSlowNavigation();
tellMissingStyles();
void showLoadNotices();
keepVisitedPages();
