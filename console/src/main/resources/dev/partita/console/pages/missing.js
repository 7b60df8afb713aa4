import { html } from '../lib/lit.js';

export function open() {
  return {
    title: 'Not found',
    view: () => html`<div class="empty"><h1>There is no such page</h1><p><a href="/">Home</a></p></div>`,
  };
}
