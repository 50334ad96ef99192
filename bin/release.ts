// `npm run release`: makes the file that operators install. `npm run release -- --help` explains it.
import "./quick-imports.ts";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import manifest from "../package.json" with { type: "json" };
import { buildIfChanged } from "./build/build-if-changed.ts";
import { ARCHITECTURES, layOutRelease } from "./release/lay-out-release.ts";
import { formatChecksum, packRelease } from "./release/pack-release.ts";
import { formatPublicKey, openSigningKey, signText } from "./release/signing-key.ts";
import { ROOT } from "./root.ts";

const HELP = `npm run release -- [--arch x64|arm64] [--to FOLDER] [--key FILE] [--keep-database]
    makes kiosk-${manifest.version}-linux-ARCH.tar.zst with its checksum and signature, in release/ unless --to says
    otherwise; the key is made at the first call, in ~/.config/kiosk/release.key. --keep-database also stores the
    sample ledger of this version in db/releases, on which later versions are tested: once, before the version is raised

Example: npm run release -- --arch arm64 --to /srv/releases`;

const { values: flags } = parseArgs({
  options: {
    arch: { type: "string", default: process.arch },
    to: { type: "string", default: "release" },
    key: { type: "string", default: join(homedir(), ".config/kiosk/release.key") },
    "keep-database": { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (flags.help) console.log(HELP);
else await release();

async function release(): Promise<void> {
  const arch = ARCHITECTURES.find((arch) => arch === flags.arch);
  if (!arch) throw new Error(`--arch is one of ${ARCHITECTURES.join(", ")}.`);
  if (flags["keep-database"]) {
    const { keepDatabase } = await import("./release/keep-database.ts");
    console.log(`${await keepDatabase(manifest.version)} stored.`);
  }
  await buildIfChanged(() => console.log("Building the pages…"));
  const to = resolve(flags.to);
  const name = `kiosk-${manifest.version}`;
  const file = join(to, `${name}-linux-${arch}.tar.zst`);
  const work = mkdtempSync(join(tmpdir(), "kiosk-release-"));
  const key = openSigningKey(flags.key);
  try {
    console.log(`Making ${file}…`);
    layOutRelease(join(work, name), arch);
    writeFileSync(join(work, name, "release.pub"), formatPublicKey(key));
    mkdirSync(to, { recursive: true });
    await packRelease(join(work, name), file, readCommitTime());
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const checksum = await formatChecksum(file);
  writeFileSync(`${file}.sha256`, checksum);
  writeFileSync(`${file}.sha256.sig`, signText(checksum, key));
  writeFileSync(join(to, "release.pub"), formatPublicKey(key));
  console.log(`${file} is ready, with its checksum and signature. Receivers check it with release.pub.`);
}

/**
 * Returns the time of the last commit, in seconds; of a checkout without history that of `SOURCE_DATE_EPOCH`
 * or 0.
 */
function readCommitTime(): number {
  try {
    return Number(
      execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: ROOT, stdio: ["ignore", "pipe", "ignore"] }),
    );
  } catch {
    return Number(process.env.SOURCE_DATE_EPOCH ?? 0);
  }
}
