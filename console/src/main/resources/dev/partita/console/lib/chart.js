// Small charts as SVG: lines and areas over time, a heat map. Colours come from the style sheet.
import { html, nothing, svg } from './lit.js';

const WIDTH = 360;
const HEIGHT = 120;
const LEFT = 42;
const BOTTOM = 18;

/**
 * series: [{name, values: [{t, v}], area?}]; from and to are milliseconds; format turns a value into text.
 * onSpan(from, to) is called when a span was dragged.
 */
export function timeChart({ title, series, from, to, format, onSpan, span }) {
  const top = Math.max(...series.flatMap(({ values }) => values.map(({ v }) => v)), 0);
  const nice = niceTop(top);
  const x = (t) => LEFT + ((t - from) / (to - from)) * (WIDTH - LEFT - 4);
  const y = (v) => HEIGHT - BOTTOM - (nice === 0 ? 0 : (v / nice) * (HEIGHT - BOTTOM - 8));
  const empty = series.every(({ values }) => values.length === 0);
  const last = (values) => (values.length ? format(values.at(-1).v) : '–');
  let begun = null;
  const timeAt = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    return Math.round(from + ((Math.min(Math.max(at, LEFT), WIDTH - 4) - LEFT) / (WIDTH - LEFT - 4)) * (to - from));
  };
  return html`<figure class="chart-box">
    <figcaption><strong>${title}</strong> ${series.map(({ name, values }, i) => html`<span class="series series-${i}">${name} ${last(values)}</span>`)}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${`${title}: ${series.map(({ name, values }) => `${name} ${last(values)}`).join(', ')}`}
      @pointerdown=${(e) => { begun = timeAt(e); e.currentTarget.setPointerCapture(e.pointerId); }}
      @pointerup=${(e) => { const end = timeAt(e); if (begun !== null && Math.abs(end - begun) > 500) onSpan(Math.min(begun, end), Math.max(begun, end)); begun = null; }}>
      ${(top === 0 ? [0] : [0, nice / 2, nice]).map((v) => svg`<line class="grid-line" x1=${LEFT} x2=${WIDTH - 4} y1=${y(v)} y2=${y(v)}></line><text class="tick" x=${LEFT - 6} y=${y(v) + 4} text-anchor="end">${format(v)}</text>`)}
      ${span ? svg`<rect class="span" x=${x(Math.max(span.from, from))} y="0" width=${Math.max(1, x(Math.min(span.to, to)) - x(Math.max(span.from, from)))} height=${HEIGHT - BOTTOM}></rect>` : nothing}
      ${series.map(({ values, area }, i) => path(values, x, y, i, area))}
      <text class="tick" x=${LEFT} y=${HEIGHT - 4}>${clock(from)}</text><text class="tick" x=${WIDTH - 4} y=${HEIGHT - 4} text-anchor="end">${clock(to)}</text>
      ${empty ? svg`<text class="tick" x=${WIDTH / 2} y=${HEIGHT / 2} text-anchor="middle">nothing yet</text>` : nothing}
    </svg></figure>`;
}

/** Seconds without requests are gaps in what came, and nothing in what was asked. */
function path(values, x, y, i, area) {
  if (values.length === 0) return nothing;
  const points = [];
  values.forEach((value, at) => {
    const before = values[at - 1];
    if (area && before && value.t - before.t > 1500) points.push([x(before.t + 1000), y(0)], [x(value.t - 1000), y(0)]);
    points.push([x(value.t), y(value.v)]);
  });
  const line = points.map(([px, py], at) => `${at ? 'L' : 'M'}${px.toFixed(1)} ${py.toFixed(1)}`).join('');
  return svg`${area ? svg`<path class="area series-${i}" d=${`${line}L${points.at(-1)[0].toFixed(1)} ${y(0)}L${points[0][0].toFixed(1)} ${y(0)}Z`}></path>` : nothing}<path class="line series-${i}" d=${line}></path>`;
}

function niceTop(top) {
  if (top <= 0) return 1;
  const scale = 10 ** Math.floor(Math.log10(top));
  return [1, 2, 5, 10].map((factor) => factor * scale).find((value) => value >= top);
}

function clock(millis) {
  return new Date(millis).toLocaleTimeString('en-GB');
}

/** rows: [{label, title, cells: Map(millis → count)}], a column per step. */
export function heatMap({ rows, from, to, step, onPick }) {
  const columns = Math.max(1, Math.ceil((to - from) / step));
  const most = Math.max(1, ...rows.flatMap(({ cells }) => [...cells.values()]));
  const cell = Math.max(3, Math.floor(720 / columns));
  return html`<div class="heat" role="img" aria-label="Requests by partition over time">
    ${rows.map(({ label, title, cells }) => html`<div class="heat-row"><span class="mono cut" title=${title}>${label}</span>
      <svg viewBox="0 0 ${columns * cell} 16" preserveAspectRatio="none">${[...cells].map(([t, n]) => svg`
        <rect class="heat-cell" x=${Math.floor((t - from) / step) * cell} y="1" width=${cell - 1} height="14" fill-opacity=${(0.15 + 0.85 * Math.sqrt(n / most)).toFixed(2)} @click=${() => onPick(t, t + step)}><title>${n} requests at ${clock(t)}</title></rect>`)}</svg></div>`)}
  </div>`;
}
