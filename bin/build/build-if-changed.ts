import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { text } from "node:stream/consumers";
import { ROOT } from "../root.ts";
import { formKey } from "../start/form-key.ts";
import { packFiles } from "../start/packed-files.ts";

const SOURCES = [
  "{app,lib,db,public}/**/*",
  "{proxy.ts,next.config.mjs,postcss.config.mjs,tsconfig.json,package.json,package-lock.json}",
];
/** Every build names its forms alike, whoever's it will be: a form that was opened on another one goes through here. */
const NAMES = "names";
const STAMP = `${ROOT}.next/built-from`;

/** Builds the pages for production when their sources are not those of the last build. Throws with its output. */
export async function buildIfChanged(announce: () => void): Promise<void> {
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === stamp()) return;
  announce();
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...formKey(NAMES),
      // What reads styles as text is run by whatever `node` is found first, and the system's may be too old for it.
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = () => child.kill();
  process.once("exit", end);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  process.off("exit", end);
  if (code !== 0) throw new Error(`The pages could not be built:\n${out}${err}`);
  compileAhead();
  packFiles();
  writeFileSync(STAMP, stamp());
}

/** By this, Chromium compiles all of a file's functions while it comes in, on another thread than the page's. */
const HINT = "//# allFunctionsCalledOnLoad\n";
/** What is shorter, in bytes, is compiled on the page's own thread: there it had better compile what it needs. */
const COMPILED_AHEAD = 30_000;

/** Marks the framework's own files, which every page waits for before it answers a hand. */
function compileAhead(): void {
  const { rootMainFiles } = JSON.parse(readFileSync(`${ROOT}.next/build-manifest.json`, "utf8"));
  for (const file of rootMainFiles as string[]) {
    const script = readFileSync(`${ROOT}.next/${file}`, "utf8");
    if (script.length >= COMPILED_AHEAD) writeFileSync(`${ROOT}.next/${file}`, HINT + script);
  }
}

/** What the build was made from, and which build it was, so that one made by hand is not taken for it. */
function stamp(): string {
  const hash = createHash("sha256").update(JSON.stringify(formKey(NAMES)));
  for (const entry of globSync(SOURCES, { cwd: ROOT, withFileTypes: true }).sort(byPath)) {
    if (!entry.isFile() || /\.test\.tsx?$/.test(entry.name)) continue;
    const path = `${entry.parentPath}/${entry.name}`;
    hash.update(path.slice(ROOT.length)).update(readFileSync(path));
  }
  return `${hash.digest("hex")} ${readFileSync(`${ROOT}.next/BUILD_ID`, "utf8")}`;
}

function byPath(a: { parentPath: string; name: string }, b: { parentPath: string; name: string }): number {
  const [left, right] = [`${a.parentPath}/${a.name}`, `${b.parentPath}/${b.name}`];
  return left < right ? -1 : left > right ? 1 : 0;
}
