import { spawnSync } from "node:child_process";
import { open } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { redrawImage } from "./image.ts";

const SQUARE = { width: 32, height: 32, fit: "cover" } as const;

const photo = await sharp({ create: { width: 900, height: 400, channels: 3, background: "#cc3311" } })
  .jpeg()
  .toBuffer();
const dir = await mkdtemp(join(tmpdir(), "portal-picture-"));
afterAll(() => rm(dir, { recursive: true }));

/** Threads of the pool that checks passwords. */
const THREADS = 4;

test("draws an image while every thread that checks passwords is busy", async () => {
  const pipe = join(dir, "pipe");
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  const opened = Array.from({ length: THREADS }, () => Promise.withResolvers<void>());
  // Without a writer, each of these blocks a thread.
  for (const { resolve } of opened) open(pipe, "r", () => resolve());
  expect((await redrawImage({ owner: "1" }, photo, SQUARE)).length).toBeGreaterThan(0);
  expect(await Promise.race([opened[0]?.promise, Promise.resolve("taken")])).toBe("taken");
  expect(spawnSync("sh", ["-c", ': > "$0"', pipe]).status).toBe(0);
  await Promise.all(opened.map(({ promise }) => promise));
});

test("draws one image of an account at a time, and queues another account's", async () => {
  const sizes = [16, 17, 18].map((width) => ({ ...SQUARE, width }));
  const results = await Promise.allSettled([
    ...sizes.map((size) => redrawImage({ owner: "1" }, photo, size)),
    redrawImage({ owner: "2" }, photo, { ...SQUARE, width: 19 }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(results[2]).toMatchObject({ reason: { code: "rate_limited" } });
});

test("returns the last drawing of the same content without drawing again", async () => {
  const first = await redrawImage({ owner: "1" }, photo, SQUARE);
  expect(await redrawImage({ owner: "2" }, photo, SQUARE)).toBe(first);
});

test("rejects more than 16 megapixels by the file's header, before decoding", async () => {
  const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const claimed = Buffer.from(small.subarray(0, 33));
  claimed.writeUInt32BE(4001, 16);
  claimed.writeUInt32BE(4000, 20);
  claimed.writeUInt32BE(crc32(claimed.subarray(12, 29)), 29);
  await expect(
    redrawImage({ owner: "1" }, Buffer.concat([claimed, small.subarray(33)]), SQUARE),
  ).rejects.toMatchObject({
    code: "invalid",
    message: "Use an image of at most 16 megapixels.",
  });
  await expect(redrawImage({ owner: "1" }, photo.subarray(0, 400), SQUARE)).rejects.toMatchObject({
    message: expect.stringContaining("image can't be read"),
  });
});
