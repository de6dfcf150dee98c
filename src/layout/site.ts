// Every page's script. Components import code that only some pages need. Code that needs a reader's action, such as the
// search, loads on demand.

import { headerHides } from '../config/site.ts';
import { showCurrentEntries } from './current-entries.ts';
import { addCopyButtons } from '../components/code/copy-code.ts';
import { explainTerms } from '../glossary/explain-terms.ts';
import { keepScrollersFocusable } from '../components/code/focusable-scrollers.ts';
import { hideHeaderOnScroll } from './header/header-on-scroll.ts';
import { reportFailedIslands } from '../offline/page/failed-load.ts';
import { saveDataOnPress } from './prefetch.ts';
import { showSlowNavigation } from './progress/feedback.ts';
import { keepVisitedPages, showCopyNotice } from '../offline/page/visited-pages.ts';
import { openSearch } from '../search/open-search.ts';
import { openFoundTabs } from '../components/tabs/tabs.ts';

openSearch();
reportFailedIslands();
if (headerHides) hideHeaderOnScroll();
showCurrentEntries();
addCopyButtons();
explainTerms();
keepScrollersFocusable();
openFoundTabs();
saveDataOnPress();
showSlowNavigation();
showCopyNotice();
keepVisitedPages();
