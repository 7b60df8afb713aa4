// Numbers, sizes and times for people.

const NUMBERS = new Intl.NumberFormat('en');

export function count(n) {
  return NUMBERS.format(n);
}

export function size(bytes) {
  if (bytes < 1000) return bytes + ' B';
  for (const [unit, scale] of [['kB', 1e3], ['MB', 1e6], ['GB', 1e9]]) {
    if (bytes < scale * 1000 || unit === 'GB') return (bytes / scale).toFixed(bytes < scale * 10 ? 1 : 0) + ' ' + unit;
  }
  return '';
}

export function units(n) {
  return n % 1 === 0 ? String(n) : n.toFixed(1);
}

export function millis(n) {
  return n < 1 ? (n * 1000).toFixed(0) + ' µs' : n < 10 ? n.toFixed(1) + ' ms' : n < 10_000 ? n.toFixed(0) + ' ms' : (n / 1000).toFixed(1) + ' s';
}

export function time(date) {
  return date.toLocaleTimeString('en-GB');
}

export function ago(date, now = new Date()) {
  const seconds = Math.round((now - date) / 1000);
  if (seconds < 5) return 'now';
  for (const [unit, length] of [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]]) {
    if (seconds >= length) return Math.floor(seconds / length) + ' ' + unit + ' ago';
  }
  return '';
}

export function plural(n, word) {
  return count(n) + ' ' + word + (n === 1 ? '' : 's');
}
