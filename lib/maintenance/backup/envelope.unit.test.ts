import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sealBackup, unsealBackup } from "./envelope.ts";

const KEY = "a key of at least thirty-two characters";
const PIECE = 64 * 1024;
const SEALED = PIECE + 16;

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(source: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(source));
}

const close = (bytes: Buffer, key?: string) => all(sealBackup(inChunks(bytes, 50_000), key));
const open = (file: Buffer, key?: string, size = 40_000) => all(unsealBackup(inChunks(file, size), key));

/** Incompressible, so that the number of pieces is predictable. */
const content = randomBytes(5 * PIECE);

describe("a backup's file", () => {
  test.each([0, 1, PIECE - 20, PIECE, PIECE + 1, 3 * PIECE, 5 * PIECE])(
    "holds %d bytes, sealed and not",
    async (size) => {
      const bytes = content.subarray(0, size);
      for (const key of [KEY, undefined]) {
        const file = await close(bytes, key);
        for (const chunk of [1_000, SEALED, 10 * PIECE])
          expect((await open(file, key, chunk)).equals(bytes)).toBe(true);
      }
    },
  );

  test("reveals nothing of a sealed file without its key, and names the variable to set", async () => {
    const file = await close(Buffer.from("the money of somebody ".repeat(99)), KEY);
    expect(file.includes("somebody")).toBe(false);
    await expect(open(file)).rejects.toThrow("Set BACKUP_KEY");
    await expect(open(file, `${KEY}!`)).rejects.toThrow("BACKUP_KEY isn't the key");
  });

  test("is a different file each time, also for the same content and key", async () => {
    const [one, two] = [await close(content, KEY), await close(content, KEY)];
    expect(one.subarray(100, 200).equals(two.subarray(100, 200))).toBe(false);
  });

  test("is rejected when its end is cut off at any place", async () => {
    const file = await close(content, KEY);
    const head = file.indexOf("\n") + 1;
    const cuts = [head, head + 10, head + SEALED, head + 2 * SEALED, head + 2 * SEALED + 1, file.length - 1];
    for (const cut of cuts)
      await expect(open(file.subarray(0, cut), KEY), String(cut)).rejects.toThrow("its end is missing");
    const plain = await close(content);
    for (const cut of [plain.indexOf("\n") + 1, PIECE, plain.length - 1])
      await expect(open(plain.subarray(0, cut)), String(cut)).rejects.toThrow("damaged");
  });

  test("is rejected when pieces were swapped, dropped, repeated or changed", async () => {
    const file = await close(content, KEY);
    const from = file.indexOf("\n") + 1;
    const head = file.subarray(0, from);
    const pieces = Array.from({ length: Math.ceil((file.length - from) / SEALED) }, (_, n) =>
      file.subarray(from + n * SEALED, from + (n + 1) * SEALED),
    );
    const [a, b, c, ...rest] = pieces as [Buffer, Buffer, Buffer, ...Buffer[]];
    const flipped = Buffer.from(b);
    flipped[77] = (flipped[77] ?? 0) ^ 1;
    const second = await close(content, KEY);
    const wrongs = {
      swapped: [a, c, b, ...rest],
      dropped: [a, c, ...rest],
      repeated: [a, b, b, c, ...rest],
      changed: [a, flipped, c, ...rest],
      "of another file": [second.subarray(from, from + SEALED), b, c, ...rest],
      "shorter by its last": [a, b, c, ...rest.slice(0, -1)],
      "followed by more": [...pieces, a],
    };
    expect((await open(Buffer.concat([head, ...pieces]), KEY)).equals(content)).toBe(true);
    for (const [what, wrong] of Object.entries(wrongs))
      await expect(open(Buffer.concat([head, ...wrong]), KEY), what).rejects.toThrow("can't be read");
  });

  test("is rejected when it isn't a backup", async () => {
    await expect(open(Buffer.from("PGDMP and so on"))).rejects.toThrow("isn't a backup of the portal");
    await expect(open(Buffer.alloc(0))).rejects.toThrow("isn't a backup of the portal");
  });
});
