import { isWaiting, type Waiting } from "#lib/ledger/second-admin";

const WAITS = "Nothing moved yet. Another admin has to confirm it: it waits under Wallets, Second admin.";

/** What somebody reads who moved money: that it waits, or what was done. */
export function doneOrWaits<T>(done: T | Waiting, words: (done: T) => string): string {
  return isWaiting(done) ? WAITS : words(done);
}
