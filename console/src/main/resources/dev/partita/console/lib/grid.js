// A table of any length: only the rows in sight are in the page, and scrolling writes other items into the same rows.
import { html, live, nothing, ref } from './lit.js';

const ROW_PIXELS = 32;
const EXTRA_ROWS = 12;

/**
 * @param redraw draws the page again
 * @param nearEnd called when the last rows come into sight
 */
export function grid({ redraw, nearEnd }) {
  let frame = null;
  let top = 0;
  let height = 600;
  let waiting = false;

  function scrolled() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      if (!frame) return;
      top = frame.scrollTop;
      height = frame.clientHeight;
      if (top + height > frame.scrollHeight - 20 * ROW_PIXELS) nearEnd();
      redraw();
    });
  }

  const observer = new ResizeObserver(scrolled);

  return {
    /**
     * columns: [{name, title, cell(row), class?}]; rows: any list.
     * opened is the row shown elsewhere; chosen the set of rows whose boxes are ticked.
     */
    view({ columns, rows, onOpen, opened, chosen, onChoose, label, footer }) {
      const first = Math.max(0, Math.floor(top / ROW_PIXELS) - EXTRA_ROWS);
      const last = Math.min(rows.length, Math.ceil((top + height) / ROW_PIXELS) + EXTRA_ROWS);
      const shown = rows.slice(first, last);
      const all = rows.length > 0 && chosen && chosen.size >= rows.length && rows.every((row) => chosen.has(row));
      return html`
        <div class="table-frame grid" tabindex="0" role="region" aria-label=${label} @scroll=${scrolled}
          ${ref((element) => {
            if (frame && frame !== element) observer.unobserve(frame);
            frame = element ?? null;
            if (frame) observer.observe(frame);
          })}>
          <table aria-rowcount=${rows.length + 1}>
            <thead><tr>
              ${chosen ? html`<th class="box"><input type="checkbox" aria-label="All items" .checked=${live(all)} @change=${(e) => onChoose(rows, e.target.checked)}></th>` : nothing}
              ${columns.map((column) => html`<th class=${column.class ?? ''}>${column.title}</th>`)}
            </tr></thead>
            <tbody>
              <tr class="spacer" aria-hidden="true"><td .style=${`height:${first * ROW_PIXELS}px`} colspan="99"></td></tr>
              ${shown.map((row, i) => html`
                <tr aria-rowindex=${first + i + 2} aria-selected=${opened === row} class=${opened === row ? 'opened' : ''} @click=${(e) => { if (!e.target.closest('input')) onOpen(row); }}>
                  ${chosen ? html`<td class="box"><input type="checkbox" aria-label="Choose" .checked=${live(chosen.has(row))} @change=${(e) => onChoose([row], e.target.checked)}></td>` : nothing}
                  ${columns.map((column, c) => html`<td class=${column.class ?? ''}>${c === 0
                    ? html`<button class="link cut" @click=${(e) => { e.stopPropagation(); onOpen(row); }}>${column.cell(row)}</button>`
                    : column.cell(row)}</td>`)}
                </tr>`)}
              <tr class="spacer" aria-hidden="true"><td .style=${`height:${(rows.length - last) * ROW_PIXELS}px`} colspan="99"></td></tr>
            </tbody>
          </table>
          ${footer ?? nothing}
        </div>`;
    },
    toTop() {
      top = 0;
      if (frame) frame.scrollTop = 0;
    },
    leave() {
      observer.disconnect();
    },
  };
}
