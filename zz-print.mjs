import { chromium } from 'playwright';
import { createSiteServer } from './src/server/server.ts';
const s = createSiteServer('dist'); await new Promise(r => s.listen(5603, r));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' });
const page = await browser.newPage({ viewport: { width: 720, height: 1000 }, serviceWorkers: 'block' });
for (const [n, p] of [['g','/account-information/data-access/consents/'],['o','/api/consents/operations/createconsent/']]) {
 await page.goto('http://localhost:5603'+p); await page.emulateMedia({ media: 'print' }); await page.waitForTimeout(300);
 console.log(p, await page.evaluate(() => ({ cut: [...document.querySelectorAll('pre')].filter(e => e.scrollWidth > e.clientWidth).length, pres: document.querySelectorAll('pre').length, tables:[...document.querySelectorAll('table')].filter(e => e.scrollWidth > e.clientWidth).length, closed: document.querySelectorAll('main details:not([open])').length, controls: [...document.querySelectorAll('main select, main button')].filter(e=>e.offsetParent).map(e=>e.className||e.textContent).slice(0,8), wide: document.documentElement.scrollWidth })));
 await page.screenshot({ path: `/tmp/print-${n}.png`, fullPage: true, clip: undefined });
}
await browser.close(); s.close();
