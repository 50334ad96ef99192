import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { formatChecksum } from "#bin/release/pack-release";
import { isSignedText } from "#bin/release/signing-key";
import { PortalError } from "#lib/core/error";
import { PLACES, run } from "./machine.ts";

const ENDINGS = ["", ".sha256", ".sha256.sig"];

/** Downloads a release with its checksum and signature into `dir`. @returns the file */
export async function downloadRelease(address: string, dir: string): Promise<string> {
  const file = join(dir, basename(new URL(address).pathname));
  for (const ending of ENDINGS) {
    const response = await fetch(`${address}${ending}`);
    if (!response.ok || !response.body)
      throw new PortalError("invalid", `${address}${ending} can't be downloaded: HTTP ${response.status}.`);
    await pipeline(response.body, createWriteStream(`${file}${ending}`));
  }
  return file;
}

/** Checks a release against its checksum, and that with the key of the release that runs. @throws invalid */
export async function verifyRelease(file: string, publicKey: string): Promise<void> {
  for (const ending of ENDINGS)
    if (!existsSync(`${file}${ending}`))
      throw new PortalError(
        "invalid",
        `${file}${ending} is missing. Copy the checksum and the signature too.`,
      );
  const checksum = readFileSync(`${file}.sha256`, "utf8");
  if (!isSignedText(checksum, readFileSync(`${file}.sha256.sig`), publicKey))
    throw new PortalError("invalid", "The signature is wrong: this release was signed with another key.");
  if ((await formatChecksum(file)) !== checksum)
    throw new PortalError(
      "invalid",
      "The checksum is wrong: the file is incomplete or was changed. Copy it again.",
    );
}

/** Unpacks a release beside the others, whole or not at all. @returns its folder */
export async function unpackRelease(file: string): Promise<string> {
  const work = `${PLACES.current}-unpacking`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work);
  await extractArchive(file, work);
  const [name] = globSync("kiosk-*", { cwd: work });
  if (!name) throw new Error(`${file} has no release.`);
  const dir = join(dirname(PLACES.current), name);
  run("sync", ["-f", work]);
  rmSync(dir, { recursive: true, force: true });
  renameSync(join(work, name), dir);
  rmSync(work, { recursive: true });
  return dir;
}

/** Extracts an archive into `dir`. @throws Error when it isn't whole */
export async function extractArchive(file: string, dir: string): Promise<void> {
  const tar = spawn("tar", ["-x", "-C", dir, "--no-same-owner"], { stdio: ["pipe", "ignore", "inherit"] });
  // Tar decides: on a busy machine it may have ended before its input reports that it was written.
  const [[code]] = await Promise.all([
    once(tar, "exit"),
    pipeline(createReadStream(file), createZstdDecompress(), tar.stdin).catch(() => {}),
  ]);
  if (code !== 0) throw new Error(`${file} can't be unpacked.`);
}
