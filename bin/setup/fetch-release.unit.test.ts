import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { formatChecksum } from "#bin/release/pack-release";
import { formatPublicKey, openSigningKey, signText } from "#bin/release/signing-key";
import { verifyRelease } from "./fetch-release.ts";

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
