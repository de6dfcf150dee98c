// Runs in the head, before the first paint, so that neither a wrong color nor a dismissed announcement flashes, and
// looks again whenever the reader may have chosen otherwise.
(function () {
  var root = document.documentElement;
  // Where the reader blocks storage, the mere mention of it throws, in our scripts as in those of others:
  // an empty one takes its place, and everything works for the page.
  ['localStorage', 'sessionStorage'].forEach(function (name) {
    try {
      void window[name].length;
    } catch {
      var nothing = function () {
        return null;
      };
      Object.defineProperty(window, name, {
        value: { getItem: nothing, setItem: nothing, removeItem: nothing },
      });
    }
  });
  // A page may come without its fade, when the reader is quicker; nobody has to handle that.
  ['pageswap', 'pagereveal'].forEach(function (name) {
    addEventListener(name, function ({ viewTransition }) {
      viewTransition?.ready.catch(Boolean);
    });
  });
  // A script or stylesheet that does not come: the page says so, the former by frame.css, which also takes away what
  // only the script of all pages serves; the latter by missing-styles.ts.
  addEventListener(
    'error',
    function ({ target }) {
      var file = target.src || target.href;
      if (/_astro.+s$/.test(file)) root.dataset.missing = (root.dataset.missing ?? '') + file;
    },
    true,
  );
  var read = function (key) {
    return localStorage.getItem(key);
  };
  var announcement = document.currentScript.dataset.announcement;
  var prefersDark = matchMedia('(prefers-color-scheme: dark)');
  var show = function (event) {
    // A page that is shown for the first time.
    if (event?.persisted === false) return;
    // Where storage is blocked, a choice on this page holds for the page.
    var stored = read('color-mode') ?? root.dataset.colorMode;
    var mode = stored === 'system' || stored === 'dark' ? stored : 'light';
    var dark = mode === 'dark' || (mode === 'system' && prefersDark.matches);
    root.dataset.colorMode = mode;
    root.dataset.theme = dark ? 'dark' : 'light';
    if (announcement && read('announcement-dismissed:' + announcement))
      root.dataset.announcementDismissed = '';
  };
  show();
  prefersDark.addEventListener('change', show);
  // In another tab, or on another page while this one was drawn ahead or lay in the back/forward cache.
  ['storage', 'pageshow'].forEach(function (name) {
    addEventListener(name, show);
  });
  document.addEventListener('prerenderingchange', show);
})();
