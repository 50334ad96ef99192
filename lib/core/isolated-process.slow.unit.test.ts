import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createIsolatedQueue } from "./isolated-process.ts";

const dir = mkdtempSync(join(tmpdir(), "portal-apart-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** Writes a script of these lines. @returns its path from the checkout. */
function script(name: string, lines: string): string {
  const file = join(dir, `${name}.mjs`);
  writeFileSync(file, lines);
  return relative(process.cwd(), file);
}

const NOTHING = Buffer.alloc(0);
const ECHO = script("echo", "process.stdin.pipe(process.stdout); process.stdout.write(process.argv[2]);");
const HANG = script("hang", "setInterval(() => {}, 1e9);");
const GROW = script("grow", "const all = []; for (;;) all.push(new Array(1e6).fill({}));");

const bounds = { timeoutMs: 60_000, heapMb: 32, maxWaiting: [100, 50, 24, 8, 1], busyWords: "Busy." };
const ADA = { owner: "ada", address: "2001:db8:1:1::1" };
const OBI = { owner: "obi", address: "203.0.113.9" };

test("kills a process at its deadline", async () => {
  await expect(createIsolatedQueue({ ...bounds, timeoutMs: 50 })(ADA, HANG, NOTHING)).rejects.toMatchObject({
    code: null,
  });
});

test("kills a process above its heap, and runs the next in the queue", async () => {
  const run = createIsolatedQueue(bounds);
  const [grows, echoes] = await Promise.allSettled([
    run(ADA, GROW, NOTHING),
    run(ADA, ECHO, Buffer.from("input"), { a: 1 }),
  ]);
  expect(grows).toMatchObject({
    status: "rejected",
    reason: { message: expect.stringMatching("exited with") },
  });
  expect(echoes.status === "fulfilled" && String(echoes.value)).toBe('{"a":1}input');
});

test("serves a neighbour next while another network's orders wait, and drops what its caller left", async () => {
  const run = createIsolatedQueue(bounds);
  const ended: string[] = [];
  const leaving = new AbortController();
  const closing = new AbortController();
  const held = run({ ...ADA, signal: leaving.signal }, HANG, NOTHING);
  const flood = Array.from({ length: 9 }, (_, n) =>
    run({ ...ADA, owner: `order ${n}`, signal: n > 1 ? closing.signal : undefined }, ECHO, NOTHING),
  );
  const neighbour = run(OBI, ECHO, NOTHING);
  await expect(flood[8]).rejects.toMatchObject({ code: "rate_limited", message: "Busy." });
  for (const [n, drawn] of flood.entries()) void drawn.then(() => ended.push(`order ${n}`)).catch(() => {});
  void neighbour.then(() => ended.push("obi"));
  leaving.abort();
  await expect(held).rejects.toMatchObject({ name: "AbortError" });
  expect(String(await neighbour)).toBe("null");
  closing.abort();
  await Promise.allSettled(flood);
  expect(ended).toEqual(["order 0", "obi", "order 1"]);
});
