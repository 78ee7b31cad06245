// Before the first paint, so that nothing flashes: the theme that was chosen here, else the system's.
try {
  var chosen = localStorage.getItem('bourse.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch (_) {}
