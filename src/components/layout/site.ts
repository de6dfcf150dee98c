/*
 * The script of every page. Components import the scripts that only some pages need. Features that need an action of
 * the reader, such as the search, load on demand.
 */

import { layout } from '../../config/site.ts';
import { followContents } from '../../client/contents/contents.ts';
import { addCopyButtons, addPageCopyButton } from '../../client/code/copy-code.ts';
import { explainTerms } from '../../client/terms/explain-terms.ts';
import { keepScrollersFocusable } from '../../client/code/focusable-scrollers.ts';
import { hideHeaderOnScroll } from '../../client/header/header-on-scroll.ts';
import { reportFailedIslands } from '../../client/support/failed-load.ts';
import { reportMissingStyles } from '../../offline/page/missing-styles.ts';
import { showSlowNavigation } from '../../client/navigation/feedback.ts';
import { showCopyNotice } from '../../offline/page/copy-notice.ts';
import { keepVisitedPages } from '../../offline/page/register-worker.ts';
import { openSearch } from '../../client/search/open-search.ts';
import { enableTabs } from '../../client/tabs/tabs.ts';
import { showFocusedLinks } from '../../client/header/top-navigation.ts';

openSearch();
reportFailedIslands();
if (layout.header.hideOnScroll) hideHeaderOnScroll();
showFocusedLinks();
followContents();
addCopyButtons();
addPageCopyButton();
explainTerms();
keepScrollersFocusable();
enableTabs();
showSlowNavigation();
reportMissingStyles();
showCopyNotice();
keepVisitedPages();
