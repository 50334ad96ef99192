import { setImmediate as turn } from "node:timers/promises";

/** Work goes on for this long before everybody else has a turn, in ms. */
const SLICE_MS = 5;

/** Does work that yields often, without holding up the process. @returns its result. */
export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - began < SLICE_MS) continue;
    await turn();
    began = performance.now();
  }
}
