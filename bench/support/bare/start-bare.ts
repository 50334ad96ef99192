import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "#bin/root";

export interface BareApp extends AsyncDisposable {
  /**
   * `/given/NAME` answers a text to GET, and to POST once it has read a JSON body; `/page/NAME` is a dynamic
   * page of it.
   */
  url: string;
}

/**
 * Starts an app of the same framework that only sends constant responses, for comparisons of speed. It runs
 * as the portal does, built for production, in a process of its own with Node's own server around it.
 * @param responses the texts of its responses, by name.
 */
export async function startBareApp(responses: Record<string, string>): Promise<BareApp> {
  const dir = buildBareApp();
  const answers = mkdtempSync(join(tmpdir(), "bare-"));
  for (const [name, text] of Object.entries(responses)) writeFileSync(join(answers, name), text);
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", `${import.meta.dirname}/serve.ts`, dir],
    {
      cwd: ROOT,
      env: { ...buildEnvironment(), BARE_GIVEN: answers },
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const ended = once(child, "exit");
  const ready = Promise.withResolvers<string>();
  createInterface(child.stdout).on("line", (line) => {
    if (line.startsWith("ready ")) ready.resolve(line.slice("ready ".length));
  });
  void ended.then(() => ready.reject(new Error("The bare app did not start.")));
  return {
    url: await ready.promise,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
      rmSync(answers, { recursive: true });
    },
  };
}

/** Builds a copy of it below `.data`, once for each form of its sources. Returns the folder. */
function buildBareApp(): string {
  const files = globSync("{app/**/*.{ts,tsx},next.config.mjs}", { cwd: import.meta.dirname }).sort();
  const hash = createHash("sha256").update(readFileSync(`${ROOT}node_modules/next/package.json`));
  for (const file of files) hash.update(file).update(readFileSync(join(import.meta.dirname, file)));
  const dir = `${ROOT}.data/bare/${hash.digest("hex").slice(0, 16)}`;
  const built = `${dir}/.next/BUILD_ID`;
  if (existsSync(built)) return dir;
  for (const file of files) cpSync(join(import.meta.dirname, file), join(dir, file));
  const next = `${ROOT}node_modules/next/dist/bin/next`;
  const { status, output } = spawnSync(process.execPath, [next, "build"], {
    cwd: dir,
    env: buildEnvironment(),
    encoding: "utf8",
  });
  if (status !== 0 || !existsSync(built))
    throw new Error(`The bare app could not be built:\n${output?.join("")}`);
  return dir;
}

const buildEnvironment = () => ({
  ...process.env,
  NODE_ENV: "production" as const,
  NEXT_TELEMETRY_DISABLED: "1",
});
