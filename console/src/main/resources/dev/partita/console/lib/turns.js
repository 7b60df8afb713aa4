// What a call answers is dropped when the person has gone on to something else meanwhile.

/**
 * Turns at one thing: a row that is opened, a table that is chosen. Each turn is a function that says whether it is still the last
 * one; ask it after every await.
 */
export function turns() {
  let last = 0;
  return {
    next() {
      const mine = ++last;
      return () => mine === last;
    },
    /** Nobody waits any more, whatever comes. */
    end() {
      last++;
    },
  };
}
