import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { formatChecksum, packRelease, regroup } from "./pack-release.ts";
import { formatPublicKey, isSignedText, openSigningKey, signText } from "./signing-key.ts";

const dir = mkdtempSync(join(tmpdir(), "kiosk-release-test-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** A folder with the same content as each other one, written in another order, at another time, with other rights. */
function writeTree(name: string, names: string[], mode: number, time: number): string {
  const tree = join(dir, name, "kiosk");
  mkdirSync(tree, { recursive: true, mode });
  for (const file of names) {
    writeFileSync(join(tree, file), `content of ${file}`, { mode });
    utimesSync(join(tree, file), time, time);
  }
  return tree;
}

test("the same content becomes the same bytes, which sha256sum and openssl accept", async () => {
  const files = await Promise.all(
    [writeTree("a", ["x", "y"], 0o700, 1), writeTree("b", ["y", "x"], 0o755, 2)].map(async (tree) => {
      const file = join(tree, "../kiosk.tar.zst");
      await packRelease(tree, file, 1_000_000_000);
      return file;
    }),
  );
  const [first = "", second = ""] = files;
  expect(readFileSync(first).equals(readFileSync(second))).toBe(true);

  const key = openSigningKey(join(dir, "release.key"));
  const checksum = await formatChecksum(first);
  writeFileSync(`${first}.sha256`, checksum);
  writeFileSync(`${first}.sha256.sig`, signText(checksum, key));
  writeFileSync(join(dir, "release.pub"), formatPublicKey(key));
  execFileSync("sha256sum", ["--check", "--quiet", `${first}.sha256`], { cwd: join(first, "..") });
  const verify = ["pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", join(dir, "release.pub")];
  const signed = ["-in", `${first}.sha256`, "-sigfile", `${first}.sha256.sig`];
  expect(`${execFileSync("openssl", [...verify, ...signed])}`).toContain("Verified Successfully");
});

test("the pieces in which a content arrives make no difference", async () => {
  const content = Buffer.alloc(2_500_000, "content");
  const split = async function* (size: number) {
    for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
  };
  const sizes = await Promise.all(
    [1_000, 65_536, 4_000_000].map(async (size) =>
      (await Array.fromAsync(regroup(split(size)))).map(({ length }) => length),
    ),
  );
  expect(sizes).toEqual(Array(3).fill([1 << 20, 1 << 20, 2_500_000 - (1 << 21)]));
});

test("a changed text and another key's signature are rejected", () => {
  const [key, other] = ["one", "two"].map((name) => openSigningKey(join(dir, name)));
  if (!key || !other) throw new Error("No keys.");
  expect(openSigningKey(join(dir, "one")).equals(key)).toBe(true);
  const signature = signText("text", key);
  expect(isSignedText("text", signature, formatPublicKey(key))).toBe(true);
  expect(isSignedText("text!", signature, formatPublicKey(key))).toBe(false);
  expect(isSignedText("text", signature, formatPublicKey(other))).toBe(false);
});
