import { spawnSync } from "node:child_process";
import { open } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { redraw } from "./picture.ts";

const SQUARE = { width: 32, height: 32, fit: "cover" } as const;
let photo: Buffer;
let dir: string;

beforeAll(async () => {
  photo = await sharp({ create: { width: 900, height: 400, channels: 3, background: "#cc3311" } })
    .jpeg()
    .toBuffer();
  dir = await mkdtemp(join(tmpdir(), "portal-picture-"));
});
afterAll(() => rm(dir, { recursive: true }));

/** How many threads the pool has that passwords are checked on. */
const THREADS = 4;

test("a picture is drawn while every thread that checks passwords is taken", async () => {
  const pipe = join(dir, "pipe");
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  const opened = Array.from({ length: THREADS }, () => Promise.withResolvers<void>());
  // Nobody writes yet, so that each of these holds a thread.
  for (const { resolve } of opened) open(pipe, "r", () => resolve());
  expect((await redraw(1, photo, SQUARE)).length).toBeGreaterThan(0);
  expect(await Promise.race([opened[0]?.promise, Promise.resolve("taken")])).toBe("taken");
  expect(spawnSync("sh", ["-c", ': > "$0"', pipe]).status).toBe(0);
  await Promise.all(opened.map(({ promise }) => promise));
});

test("an account has one picture drawn at a time, and another's waits for its turn", async () => {
  const [first, second, other] = await Promise.allSettled([
    redraw(1, photo, SQUARE),
    redraw(1, photo, SQUARE),
    redraw(2, photo, SQUARE),
  ]);
  expect(second).toMatchObject({ status: "rejected", reason: { code: "rate_limited" } });
  expect([first.status, other.status]).toEqual(["fulfilled", "fulfilled"]);
  expect((await redraw(1, photo, SQUARE)).length).toBeGreaterThan(0);
});

test("more than 16 megapixels are refused by what the file says of itself, before anything is decoded", async () => {
  const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const claimed = Buffer.from(small.subarray(0, 33));
  claimed.writeUInt32BE(4001, 16);
  claimed.writeUInt32BE(4000, 20);
  claimed.writeUInt32BE(crc32(claimed.subarray(12, 29)), 29);
  await expect(redraw(1, Buffer.concat([claimed, small.subarray(33)]), SQUARE)).rejects.toMatchObject({
    code: "invalid",
    message: "Use a picture of at most 16 megapixels.",
  });
  await expect(redraw(1, photo.subarray(0, 400), SQUARE)).rejects.toMatchObject({
    message: expect.stringContaining("no picture that can be read"),
  });
});
