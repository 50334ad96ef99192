import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createPageQueue, type PageQueue } from "./page-queue.ts";

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()));

/** Takes a turn that must be free. */
async function start(turns: PageQueue, caller: readonly string[] = ["a"], response = newResponse()) {
  const turn = await turns.take(caller, response);
  if (typeof turn === "string") throw new Error(turn);
  return turn;
}

/** Requests a page, and adds it to `started` when its turn begins. */
function ask(turns: PageQueue, caller: string, started: string[]): ServerResponse {
  const response = newResponse();
  void turns
    .take(["network", caller, caller], response)
    .then((turn) => started.push(typeof turn === "string" ? `${caller} ${turn}` : caller));
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
  const results: unknown[] = [];
  for (let n = 0; n < 402; n++)
    void turns.take(["network", "wide", `narrow ${n}`], newResponse()).then((turn) => results.push(turn));
  await setImmediate();
  expect(results).toEqual([expect.anything(), "full"]);
});

test("renders at most 12 pages of a network at once, 24 of a wide one, and others' beside them", async () => {
  const turns = createPageQueue();
  const results: string[] = [];
  const request = (path: string, count: number) => {
    const [kind = "", wide = "", narrow = ""] = path.split(" ");
    for (let n = 0; n < count; n++)
      void turns.take([kind, wide, narrow], newResponse()).then(() => results.push(narrow));
  };
  const first = newResponse();
  void turns.take(["network", "wide", "a"], first);
  for (const name of ["a", "b", "c"]) request(`network wide ${name}`, 20);
  request("network far d", 20);
  request("session reseller e", 1);
  await setImmediate();
  expect(results.toSorted().join("")).toBe(`${"a".repeat(11)}${"b".repeat(12)}${"d".repeat(4)}e`);
  first.destroy();
  await setImmediate();
  expect(results).toHaveLength(29);
});

test("starts a seller's page at the latest after one of a crowd without sessions", async () => {
  const turns = createPageQueue([1], 60_000);
  const started: string[] = [];
  const first = ask(turns, "first", started);
  const crowd = Array.from({ length: 90 }, (_, n) => ask(turns, `crowd ${n}`, started));
  void turns.take(["session", "reseller", "ada"], newResponse()).then(() => started.push("ada"));
  await setImmediate();
  first.destroy();
  await setImmediate();
  crowd[0]?.destroy();
  await setImmediate();
  expect(started).toEqual(["first", "crowd 0", "ada"]);
});

test("lends a page's turn while all its parts wait outside, and takes it back without a wait", async () => {
  const turns = createPageQueue([1], 60_000);
  const started: string[] = [];
  const page = newResponse();
  const turn = await start(turns, ["a"], page);
  const neighbours = ["b", "c"].map((caller) => ask(turns, caller, started));
  const parts = [turn.lend(), turn.lend()];
  await setImmediate();
  expect(started).toEqual(["b"]);
  for (const takeBack of parts) takeBack();
  neighbours[0]?.destroy();
  await setImmediate();
  expect(started).toEqual(["b"]);
  page.destroy();
  await setImmediate();
  expect(started).toEqual(["b", "c"]);
});

test("lends one turn to one page only, however often it is lent and ended", async () => {
  const turns = createPageQueue([2], 60_000);
  const started: string[] = [];
  const page = newResponse();
  const turn = await start(turns, ["a"], page);
  const takeBack = turn.lend();
  page.destroy();
  takeBack();
  turn.lend()();
  for (const caller of ["b", "c", "d"]) ask(turns, caller, started);
  await setImmediate();
  expect(started).toEqual(["b", "c"]);
});

test("lends no more turns of one caller than its bound", async () => {
  const turns = createPageQueue([1], 60_000);
  const started: string[] = [];
  for (let n = 0; n < 50; n++) (await start(turns, ["network", "wide", "a"])).lend();
  (await start(turns, ["network", "wide", "a"])).lend();
  ask(turns, "b", started);
  await setImmediate();
  expect(started).toEqual([]);
});

test("releases the turn of a page that does not end", async () => {
  const turns = createPageQueue([1], 1);
  await start(turns, ["a"]);
  await start(turns, ["b"]);
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

test("counts the time that a page holds its turn, not the time for which it is lent", async () => {
  const turns = createPageQueue([1], 1);
  const started: string[] = [];
  const turn = await start(turns);
  const takeBack = turn.lend();
  ask(turns, "b", started);
  await setImmediate();
  expect(started).toEqual(["b"]);
  takeBack();
  await start(turns, ["c"]);
});
