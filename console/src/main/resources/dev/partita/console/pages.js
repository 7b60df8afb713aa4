// Which page is where. A page is a module with open({parameters, query, redraw, rewrite, go}), answering {title, view(), leave()?}.
// Those functions do nothing once the page was left.

export const NAVIGATION = [
  { path: '/', label: 'Home', icon: '⌂' },
  { path: '/designs', label: 'Designs', icon: '◫' },
  { path: '/tables', label: 'Tables', icon: '▤' },
  { path: '/live', label: 'Live', icon: '∿' },
  { path: '/rest', label: 'REST', icon: '⇄' },
];

const PAGES = [
  { path: '/', load: () => import('./pages/home.js') },
  { path: '/designs', load: () => import('./pages/designs.js') },
  { path: '/designs/{design}', load: () => import('./pages/design.js') },
  { path: '/designs/{design}/patterns/{pattern}', load: () => import('./pages/pattern.js') },
  { path: '/items/{table}', load: () => import('./pages/items.js') },
  { path: '/rest', load: () => import('./pages/rest.js') },
  { path: '/live', load: () => import('./pages/live.js') },
  { path: '/tables', load: () => import('./pages/tables.js') },
  { path: '/tables/{table}', load: () => import('./pages/table.js') },
];

/** The page of a path: parts in braces become parameters, decoded. */
export function pageAt(path) {
  const given = path.split('/').filter((part) => part !== '');
  for (const page of PAGES) {
    const wanted = page.path.split('/').filter((part) => part !== '');
    if (wanted.length !== given.length) continue;
    const parameters = {};
    const fits = wanted.every((part, i) => {
      if (!part.startsWith('{')) return part === given[i];
      parameters[part.slice(1, -1)] = decodeURIComponent(given[i]);
      return true;
    });
    if (fits) return { load: page.load, parameters };
  }
  return { load: () => import('./pages/missing.js'), parameters: {} };
}
