import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { afterAll, expect, test, vi } from "vitest";
import { formatChecksum } from "#bin/release/pack-release";
import { formatPublicKey, openSigningKey, signText } from "#bin/release/signing-key";
import { extractArchive, verifyRelease } from "./fetch-release.ts";

const dir = mkdtempSync(join(tmpdir(), "kiosk-fetch-"));
afterAll(() => rmSync(dir, { recursive: true }));

const file = join(dir, "kiosk-1.0.0-linux-x64.tar.zst");
const key = openSigningKey(join(dir, "release.key"));
const publicKey = formatPublicKey(key);

async function sign(): Promise<void> {
  writeFileSync(file, "a release");
  const checksum = await formatChecksum(file);
  writeFileSync(`${file}.sha256`, checksum);
  writeFileSync(`${file}.sha256.sig`, signText(checksum, key));
}

test("accepts a release with its checksum and signature", async () => {
  await sign();
  await expect(verifyRelease(file, publicKey)).resolves.toBeUndefined();
});

test("rejects a changed file, a changed checksum, another key and a missing signature", async () => {
  await sign();
  writeFileSync(file, "another release");
  await expect(verifyRelease(file, publicKey)).rejects.toThrow("The checksum is wrong");
  writeFileSync(`${file}.sha256`, await formatChecksum(file));
  await expect(verifyRelease(file, publicKey)).rejects.toThrow("The signature is wrong");
  await sign();
  const foreignKey = formatPublicKey(openSigningKey(join(dir, "other.key")));
  await expect(verifyRelease(file, foreignKey)).rejects.toThrow("signed with another key");
  rmSync(`${file}.sha256.sig`);
  await expect(verifyRelease(file, publicKey)).rejects.toThrow(".sha256.sig is missing");
});

/** Makes an archive of one file, followed by more zeros than a pipe holds, and a folder for its content. */
function makeArchive(content: string) {
  const from = mkdtempSync(join(dir, "from-"));
  writeFileSync(join(from, "file"), content);
  const tar = execFileSync("tar", ["-c", "-C", from, "file"]);
  const archive = join(from, "archive.tar.zst");
  writeFileSync(archive, zstdCompressSync(Buffer.concat([tar, Buffer.alloc(8_000_000)])));
  const to = join(from, "to");
  mkdirSync(to);
  return { tar, archive, to };
}

test("extracts an archive whose tar ends before it has read the rest of its input", async () => {
  const { archive, to } = makeArchive("content");
  const early = mkdtempSync(join(dir, "early-"));
  const path = process.env.PATH ?? "";
  writeFileSync(join(early, "tar"), `#!/bin/sh\nhead -c 10240 | PATH='${path}' tar "$@"\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${early}:${path}`);
  await extractArchive(archive, to).finally(() => vi.unstubAllEnvs());
  expect(readFileSync(join(to, "file"), "utf8")).toBe("content");
});

test("rejects an archive that isn't whole", async () => {
  const { tar, archive, to } = makeArchive("x".repeat(100_000));
  writeFileSync(archive, zstdCompressSync(tar.subarray(0, 50_000)));
  await expect(extractArchive(archive, to)).rejects.toThrow("can't be unpacked");
  writeFileSync(archive, zstdCompressSync(tar).subarray(0, -10));
  await expect(extractArchive(archive, to)).rejects.toThrow("can't be unpacked");
});
