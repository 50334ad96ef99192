import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "#bin/root";
import { maxRow, printTable } from "./support/compare.ts";
import { readNumbers } from "./support/read-numbers.ts";

/** The maximum time of a start that is not the first, in seconds. */
const MAX_START_S = 3;

/**
 * `npm run bench -- start [--rounds N]`: `npm run demo` once more, from the start of npm until
 * the screen is shown and the page that it names has answered. Returns 1 when that takes longer than asked.
 */
export async function run(args: string[]): Promise<number> {
  const { rounds } = readNumbers(args, { rounds: 7 });
  const data = mkdtempSync(join(tmpdir(), "portal-demo-"));
  const shown: number[] = [];
  const answered: number[] = [];
  try {
    for (let round = -2; round < rounds; round++) {
      const times = await startOnce(data);
      if (round < 0) continue;
      shown.push(times.shown);
      answered.push(times.answered);
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
  return printTable("start", [
    maxRow({ what: "until the screen is shown", unit: "s" }, shown),
    maxRow({ what: "until the first page has answered", unit: "s" }, answered, MAX_START_S),
  ]);
}

/** Starts the demo, asks it for its first page, and stops it as Ctrl-C would. @returns seconds. */
async function startOnce(data: string): Promise<{ shown: number; answered: number }> {
  const start = performance.now();
  const since = () => (performance.now() - start) / 1000;
  const child = spawn("npm", ["run", "demo"], {
    cwd: ROOT,
    env: { ...process.env, DEMO_DATA: data, DATABASE_URL: "", PORT: "3700" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const ended = once(child, "exit");
  try {
    let url: string | undefined;
    for await (const line of createInterface(child.stdout)) {
      url ??= /portal is open: +(\S+)/.exec(line)?.[1];
      if (/Ctrl-C stops everything/.test(line)) break;
    }
    const shown = since();
    if (!url) throw new Error("The demo ended without its screen.");
    const page = await fetch(url);
    const html = await page.text();
    if (page.status !== 200 || !html.endsWith("</html>")) throw new Error(`${url} answered ${page.status}.`);
    return { shown, answered: since() };
  } finally {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, "SIGINT");
    await ended;
  }
}
