import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createCallerQueue } from "./caller-queue.ts";

/** Creates a queue whose results are recorded, and whose slots end one by one. */
function openQueue(slots: number, maxWaiting: number[]) {
  const queue = createCallerQueue({ slots: [slots], maxWaiting });
  const events: string[] = [];
  const held: (() => void)[] = [];
  return {
    queue,
    events,
    ask(path: string, signal?: AbortSignal) {
      void queue.take(path.split(" "), signal).then(
        (release) => {
          held.push(release);
          events.push(path);
        },
        ({ name }: Error) => events.push(`${path}: ${name}`),
      );
    },
    async endOne() {
      held.shift()?.();
      await setImmediate();
    },
  };
}

test("serves a neighbour next while another waits with many", async () => {
  const { ask, endOne, events } = openQueue(1, []);
  for (let n = 0; n < 5; n++) ask("flood");
  ask("honest");
  await setImmediate();
  for (let n = 0; n < 3; n++) await endOne();
  expect(events).toEqual(["flood", "flood", "honest", "flood"]);
});

test("takes turns at each part of the path: kinds, then networks, then owners", async () => {
  const { ask, endOne, events } = openQueue(1, []);
  for (const path of ["pdf a 1", "pdf a 2", "pdf a 3", "pdf b 1", "logo c 1"]) ask(path);
  await setImmediate();
  for (let n = 0; n < 4; n++) await endOne();
  expect(events).toEqual(["pdf a 1", "pdf a 2", "logo c 1", "pdf b 1", "pdf a 3"]);
});

test("rejects a caller above its bound, and takes a neighbour", async () => {
  const { ask, endOne, events, queue } = openQueue(1, [1_000, 100]);
  ask("held");
  for (let n = 0; n < 100; n++) ask("flood");
  ask("flood");
  ask("honest");
  await setImmediate();
  expect(events).toEqual(["held", "flood: QueueFullError"]);
  expect([queue.countWaiting(["flood"]), queue.countWaiting(["honest"])]).toEqual([100, 1]);
  await endOne();
  await endOne();
  expect(events.slice(2)).toEqual(["flood", "honest"]);
});

test("makes room for others at the cost of the longest queue", async () => {
  const { ask, events, queue } = openQueue(1, [4]);
  for (const path of ["held", "a", "flood", "flood", "flood", "b"]) ask(path);
  await setImmediate();
  expect(events).toEqual(["held", "flood: QueueFullError"]);
  expect(["a", "flood", "b"].map((path) => queue.countWaiting([path]))).toEqual([1, 2, 1]);
});

test("forgets a caller who left while waiting, and gives no slot twice", async () => {
  const { ask, endOne, events, queue } = openQueue(1, []);
  const leaving = new AbortController();
  const release = await queue.take(["held"]);
  ask("left", leaving.signal);
  ask("next");
  ask("last");
  leaving.abort();
  release();
  release();
  await setImmediate();
  expect(events).toEqual(["left: AbortError", "next"]);
  await endOne();
  expect(queue.countWaiting([])).toBe(0);
  ask("late", leaving.signal);
  await setImmediate();
  expect(events).toEqual(["left: AbortError", "next", "last", "late: AbortError"]);
});
