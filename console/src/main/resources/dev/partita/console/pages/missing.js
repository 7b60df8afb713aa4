import { html } from '../lib/lit.js';

export function open() {
  return {
    title: 'Not found',
    view: () => html`<div class="empty"><h1>There is no such page</h1><p><kbd>Ctrl K</kbd> finds pages, tables, designs and patterns by a few letters. <a href="/">Home</a></p></div>`,
  };
}
