/*
 * The script of every page. Components import the scripts that only some pages need. Features that need an action of
 * the reader, such as the search, load on demand.
 */

import { headerHides } from '../../config/site.ts';
import { followContents } from '../../client/contents/contents.ts';
import { addCopyButtons, addPageCopyButton } from '../../client/code/copy-code.ts';
import { explainTerms } from '../../client/terms/term-note.ts';
import { keepScrollersFocusable } from '../../client/code/focusable-scrollers.ts';
import { hideHeaderOnScroll } from '../../client/header/header-on-scroll.ts';
import { reportFailedIslands } from '../../client/support/failed-load.ts';
import { reportMissingStyles } from '../../offline/page/missing-styles.ts';
import { showSlowNavigation } from '../../client/navigation/feedback.ts';
import { keepVisitedPages, showCopyNotice } from '../../offline/page/visited-pages.ts';
import { openSearch } from '../../client/search/open-search.ts';
import { openFoundTabs } from '../../client/tabs/tabs.ts';
import { showFocusedLinks } from '../../client/header/top-navigation.ts';

openSearch();
reportFailedIslands();
if (headerHides) hideHeaderOnScroll();
showFocusedLinks();
followContents();
addCopyButtons();
addPageCopyButton();
explainTerms();
keepScrollersFocusable();
openFoundTabs();
showSlowNavigation();
reportMissingStyles();
showCopyNotice();
keepVisitedPages();
