import { Socket } from "node:net";

/** One statement in so many is held up on its way to the database, for up to so long in ms. */
const ONE_IN = 100;
const UP_TO_MS = 2_000;

type Write = (this: Socket, ...args: unknown[]) => void;
type Writing = Record<"_write" | "_writev", Write>;

const writes = Socket.prototype as unknown as Writing;
const known = globalThis as { sentAtOnce?: Writing };

/**
 * Holds up statements of every database connection in this process at random, so that both clocks move on between two
 * statements and connections overtake one another: a test that depends on the speed of its machine fails. Which ones,
 * follows from `seed`. What one connection sends stays in its order.
 */
export function delayStatements(seed: string): void {
  known.sentAtOnce ??= { _write: writes._write, _writev: writes._writev };
  const { sentAtOnce } = known;
  const random = randomFrom(seed);
  for (const name of ["_write", "_writev"] as const)
    writes[name] = function (...args) {
      const send = () => sentAtOnce[name].apply(this, args);
      // The driver's own class: see db/driver.ts.
      if (this.constructor.name === "Line" && random() * ONE_IN < 1) setTimeout(send, random() * UP_TO_MS);
      else send();
    };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
