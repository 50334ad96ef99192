import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { text } from "node:stream/consumers";
import { ROOT } from "#bin/root";
import { compressStaticFiles } from "#bin/start/static-files";
import { deriveFormKey } from "#lib/request/form-key";
import { explainBuildFailure } from "./explain-build-failure.ts";
import { fixBuild, getBuildId } from "./fix-build.ts";
import { packClient } from "./pack-client.ts";

const SOURCES = [
  "{app,lib,db,public,examples}/**/*",
  "clients/typescript/{README.md,package.json,src/**/*}",
  "{instrumentation.ts,next.config.mjs,postcss.config.mjs,tsconfig.json,package.json,package-lock.json}",
];
/** Every build names its forms alike: a form that was opened on another build works here. */
const NAMES_PREFIX = "names";
const STAMP_FILE = `${ROOT}.next/built-from`;

/** Builds the pages when their sources changed since the last build. Throws with its output. */
export async function buildIfChanged(announce: () => void): Promise<void> {
  // Of the sources as the build begins: what changes meanwhile is built the next time.
  const sources = hashSources();
  if (existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, "utf8") === formatStamp(sources)) return;
  announce();
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...deriveFormKey(NAMES_PREFIX),
      PORTAL_BUILD_ID: getBuildId(sources),
      // The loader of styles as text runs under the first `node` on the path, and the
      // system's may be too old for it.
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      NODE_ENV: "production",
      // A cache of the sources makes the first build half as slow again and three times as large, for changes that a
      // demo never sees: the second build writes it.
      ...(existsSync(STAMP_FILE) && { PORTAL_BUILD_CACHE: "1" }),
      NEXT_TELEMETRY_DISABLED: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = () => child.kill();
  process.once("exit", end);
  const [out, err, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  process.off("exit", end);
  if (code !== 0) throw new Error(explainBuildFailure(out + err, signal));
  fixBuild(sources);
  addCompileHints();
  await compressStaticFiles();
  packClient();
  writeFileSync(STAMP_FILE, formatStamp(sources));
}

/** With this, Chromium compiles all functions of a file while it loads, on another thread than the page's. */
const HINT = "//# allFunctionsCalledOnLoad\n";
/** Shorter ones are compiled on the page's own thread, where compiling only needed functions is better. */
const MAX_PRECOMPILED_BYTES = 30_000;

/** Marks the framework's own files, which every page needs before it reacts to its reader. */
function addCompileHints(): void {
  const { rootMainFiles } = JSON.parse(readFileSync(`${ROOT}.next/build-manifest.json`, "utf8"));
  for (const file of rootMainFiles as string[]) {
    const script = readFileSync(`${ROOT}.next/${file}`, "utf8");
    if (script.length >= MAX_PRECOMPILED_BYTES) writeFileSync(`${ROOT}.next/${file}`, HINT + script);
  }
}

/** Names the sources and the build, so that a build made manually is not mistaken for it. */
const formatStamp = (sources: string): string =>
  `${sources} ${readFileSync(`${ROOT}.next/BUILD_ID`, "utf8")}`;

function hashSources(): string {
  const hash = createHash("sha256").update(JSON.stringify(deriveFormKey(NAMES_PREFIX)));
  for (const entry of globSync(SOURCES, { cwd: ROOT, withFileTypes: true }).sort(compareByPath)) {
    if (!entry.isFile() || /\.test\.tsx?$/.test(entry.name)) continue;
    const path = `${entry.parentPath}/${entry.name}`;
    hash.update(path.slice(ROOT.length)).update(readFileSync(path));
  }
  return hash.digest("hex");
}

function compareByPath(
  a: { parentPath: string; name: string },
  b: { parentPath: string; name: string },
): number {
  const [left, right] = [`${a.parentPath}/${a.name}`, `${b.parentPath}/${b.name}`];
  return left < right ? -1 : left > right ? 1 : 0;
}
