// The one place that knows where lit-html lives. Its repeat() leaves a comment in the page for every row it removes (lit/lit#5298).
export { html, svg, nothing, render } from '../vendor/lit-html.js';
export { classMap } from '../vendor/directives/class-map.js';
export { ifDefined } from '../vendor/directives/if-defined.js';
export { keyed } from '../vendor/directives/keyed.js';
export { live } from '../vendor/directives/live.js';
export { ref, createRef } from '../vendor/directives/ref.js';
