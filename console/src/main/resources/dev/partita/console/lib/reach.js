// Whether anybody answers. Once a call found nobody, it is looked again until somebody does, and whoever waits is called.

const LOOK_AGAIN_MILLIS = 2000;

const waiting = new Set();
const watchers = new Set();
let probe = null;
let absent = false;
let timer = 0;

/** `call` asks for something small, and reports through missing() when nobody answers. */
export function probeWith(call) {
  probe = call;
}

/** Tells `watcher` whenever it changes whether somebody answers. */
export function onReach(watcher) {
  watchers.add(watcher);
}

/** Calls back, once, when somebody answers again. What it answers forgets that. */
export function whenBack(call) {
  waiting.add(call);
  lookLater();
  return () => waiting.delete(call);
}

/** Nobody answered. */
export function missing() {
  tell(false);
  lookLater();
}

function tell(there) {
  if (absent === !there) return;
  absent = !there;
  watchers.forEach((watcher) => watcher(there));
}

function lookLater() {
  if (timer === 0) timer = setTimeout(look, LOOK_AGAIN_MILLIS);
}

async function look() {
  timer = 0;
  if (!await probe()) return;
  tell(true);
  const calls = [...waiting];
  waiting.clear();
  calls.forEach((call) => call());
}
