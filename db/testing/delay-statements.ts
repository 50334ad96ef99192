import { Socket } from "node:net";

/** One statement in this many is delayed on its way to the database. */
const DELAY_ONE_IN = 100;
const MAX_DELAY_MS = 2_000;

type Write = (this: Socket, ...args: unknown[]) => void;
type WriteMethods = Record<"_write" | "_writev", Write>;

const socketWrites = Socket.prototype as unknown as WriteMethods;
const patchedGlobal = globalThis as { sentAtOnce?: WriteMethods };

/**
 * Delays statements of every database connection in this process at random, so that both clocks move between two
 * statements and connections overtake one another: a test that depends on the speed of its machine fails. The choice
 * follows from `seed`. The data of one connection stays in its order.
 */
export function delayStatements(seed: string): void {
  patchedGlobal.sentAtOnce ??= { _write: socketWrites._write, _writev: socketWrites._writev };
  const { sentAtOnce } = patchedGlobal;
  const random = createSeededRandom(seed);
  for (const name of ["_write", "_writev"] as const)
    socketWrites[name] = function (...args) {
      const send = () => sentAtOnce[name].apply(this, args);
      // See db/driver/pool-socket.ts.
      if (this.constructor.name === "PoolSocket" && random() * DELAY_ONE_IN < 1)
        setTimeout(send, random() * MAX_DELAY_MS);
      else send();
    };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createSeededRandom(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
