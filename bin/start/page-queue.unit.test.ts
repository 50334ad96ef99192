import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createPageQueue, type PageQueue } from "./page-queue.ts";

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()));

/** Requests a page, and adds it to `started` when its turn begins. */
function ask(turns: PageQueue, caller: string, started: string[]): ServerResponse {
  const response = newResponse();
  void turns
    .take([caller, caller], response)
    .then((turn) => started.push(turn === "started" ? caller : `${caller} ${turn}`));
  return response;
}

test("starts as many pages as there are turns, and another when one ends", async () => {
  const turns = createPageQueue([2], 60_000);
  const started: string[] = [];
  const [first] = ["a", "b", "c"].map((caller) => ask(turns, caller, started));
  await setImmediate();
  expect(started).toEqual(["a", "b"]);
  first?.destroy();
  await setImmediate();
  expect(started).toEqual(["a", "b", "c"]);
});

test("gives a caller the next turn while another waits with many", async () => {
  const turns = createPageQueue([1], 60_000);
  const started: string[] = [];
  const flood = Array.from({ length: 5 }, () => ask(turns, "flood", started));
  ask(turns, "honest", started);
  await setImmediate();
  flood[0]?.destroy();
  await setImmediate();
  expect(started).toEqual(["flood", "flood"]);
  flood[1]?.destroy();
  await setImmediate();
  expect(started).toEqual(["flood", "flood", "honest"]);
});

test("starts no page whose connection closed while it waited", async () => {
  const turns = createPageQueue([1], 60_000);
  const started: string[] = [];
  const first = ask(turns, "a", started);
  await setImmediate();
  ask(turns, "b", started).destroy();
  ask(turns, "c", started);
  first.destroy();
  await setImmediate();
  expect(started).toEqual(["a", "b closed", "c"]);
});

test("rejects the 101st waiting page of a network, and takes a neighbour's", async () => {
  const turns = createPageQueue([1], 60_000);
  const started: string[] = [];
  const flood = Array.from({ length: 102 }, () => ask(turns, "flood", started));
  ask(turns, "honest", started);
  await setImmediate();
  expect(started).toEqual(["flood", "flood full"]);
  flood[0]?.destroy();
  await setImmediate();
  flood[1]?.destroy();
  await setImmediate();
  expect(started).toEqual(["flood", "flood full", "flood", "honest"]);
});

test("bounds the networks of one wide network together", async () => {
  const turns = createPageQueue([1], 60_000);
  const results: string[] = [];
  for (let n = 0; n < 402; n++)
    void turns.take(["wide", `narrow ${n}`], newResponse()).then((turn) => results.push(turn));
  await setImmediate();
  expect(results).toEqual(["started", "full"]);
});

test("renders at most 12 pages of a network at once, 24 of a wide one, and a neighbour's beside them", async () => {
  const turns = createPageQueue();
  const results: string[] = [];
  const first = newResponse();
  void turns.take(["wide", "a"], first);
  for (const network of ["a", "b", "c"])
    for (let n = 0; n < 20; n++)
      void turns.take(["wide", network], newResponse()).then(() => results.push(network));
  void turns.take(["far", "d"], newResponse()).then(() => results.push("d"));
  await setImmediate();
  expect(results.toSorted().join("")).toBe(`${"a".repeat(11)}${"b".repeat(12)}d`);
  first.destroy();
  await setImmediate();
  expect(results).toHaveLength(25);
});

test("releases the turn of a page that does not end", async () => {
  const turns = createPageQueue([1], 1);
  expect(await turns.take(["a"], newResponse())).toBe("started");
  expect(await turns.take(["b"], newResponse())).toBe("started");
});

test("releases the turn of a stream of events when it has begun, and no other's", async () => {
  const turns = createPageQueue([1], 60_000);
  const started: string[] = [];
  const [stream, page] = ["stream", "page", "next"].map((caller) => ask(turns, caller, started));
  await setImmediate();
  stream?.setHeader("Content-Type", "text/event-stream; charset=utf-8").writeHead(200);
  await setImmediate();
  expect(started).toEqual(["stream", "page"]);
  page?.setHeader("Content-Type", "text/html").writeHead(200);
  await setImmediate();
  expect(started).toEqual(["stream", "page"]);
});
