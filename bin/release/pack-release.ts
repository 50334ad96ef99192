import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { basename, dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";

/** Good for a file that is made once and copied often: half the size of a quick one. */
const COMPRESSION_LEVEL = 10;

/**
 * Packs a folder into `file` so that the same content becomes the same bytes on every machine: names in
 * order, one time, owner and set of rights for all.
 * @param time seconds since 1970
 */
export async function packRelease(dir: string, file: string, time: number): Promise<void> {
  const flags = [
    "--sort=name",
    `--mtime=@${time}`,
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--mode=u+rwX,go+rX,go-w",
    "--format=gnu",
    "--hard-dereference",
  ];
  const tar = spawn("tar", [...flags, "-C", dirname(dir), "-cf", "-", basename(dir)], {
    env: { ...process.env, LC_ALL: "C" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const level = { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL };
  const ended = once(tar, "exit");
  await pipeline(tar.stdout, regroup, createZstdCompress({ params: level }), createWriteStream(file));
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code}.`);
}

const GROUP_BYTES = 1 << 20;

/** Passes a stream on in pieces of one size: compression depends on them, and a pipe's depend on chance. */
export async function* regroup(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  for await (const piece of pieces) {
    held = Buffer.concat([held, piece]);
    for (; held.length >= GROUP_BYTES; held = held.subarray(GROUP_BYTES)) yield held.subarray(0, GROUP_BYTES);
  }
  yield held;
}

/** Computes the line of a file that `sha256sum --check` reads. */
export async function formatChecksum(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return `${hash.digest("hex")}  ${basename(file)}\n`;
}
