// Runs in the head, before the first paint, so that neither a wrong colour nor a dismissed announcement flashes.
// It stands inline in every page: plain JavaScript, and as little of it as does the work.
(function () {
  var root = document.documentElement;
  var read = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  var stored = read('colour-mode');
  var mode = stored === 'system' || stored === 'dark' ? stored : 'light';
  var dark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.colourMode = mode;
  root.dataset.theme = dark ? 'dark' : 'light';
  var announcement = document.currentScript.dataset.announcement;
  if (announcement && read('announcement-dismissed:' + announcement)) root.dataset.announcementDismissed = '';
})();
