// Runs before anything is painted, so that nobody sees the other theme first.
try {
  const theme = JSON.parse(localStorage.getItem('partita.theme'));
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing has no theme of its own.
}
