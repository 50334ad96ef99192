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

const bounds = { timeoutMs: 60_000, heapMb: 32, busyWords: "Busy." };

test("kills a process at its deadline", async () => {
  await expect(createIsolatedQueue({ ...bounds, timeoutMs: 50 }).run(HANG, NOTHING)).rejects.toMatchObject({
    code: null,
  });
});

test("kills a process above its heap, and runs the next in the queue", async () => {
  const line = createIsolatedQueue(bounds);
  const [grows, echoes] = await Promise.allSettled([
    line.run(GROW, NOTHING),
    line.run(ECHO, Buffer.from("input"), { a: 1 }),
  ]);
  expect(grows).toMatchObject({
    status: "rejected",
    reason: { message: expect.stringMatching("exited with") },
  });
  expect(echoes.status === "fulfilled" && String(echoes.value)).toBe('{"a":1}input');
});

test("runs one process at a time for an account", async () => {
  const line = createIsolatedQueue(bounds);
  const first = line.runFor("ada", ECHO, NOTHING);
  await expect(line.runFor("ada", ECHO, NOTHING)).rejects.toMatchObject({
    code: "rate_limited",
    message: "Busy.",
  });
  expect(String(await line.runFor("obi", ECHO, NOTHING))).toBe("null");
  expect(String(await first)).toBe("null");
  expect(String(await line.runFor("ada", ECHO, NOTHING))).toBe("null");
});
