import { setImmediate as turn } from "node:timers/promises";

/** The time of work before other work of the process runs. */
const SLICE_MS = 5;

/** Runs work that yields often, without blocking the process. @returns its result. */
export async function runInSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - began < SLICE_MS) continue;
    await turn();
    began = performance.now();
  }
}
