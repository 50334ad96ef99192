import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { ROOT } from "#bin/root";

export interface Tool {
  /** A script below node_modules, or a native program there when it doesn't end in ".js"/".mjs". */
  script: string;
  args: string[];
  env?: Record<string, string>;
  /** Shows the tool's output immediately, rather than only after a failure. */
  live?: boolean;
}

/** Runs a tool to its end. @returns its exit code, and its output unless that was shown. */
export async function runTool({ script, args, env = {}, live = false }: Tool) {
  const path = `${ROOT}node_modules/${script}`;
  const command = /\.m?js$/.test(script) ? [process.execPath, path] : [path];
  const child = spawn(command[0] as string, [...command.slice(1), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: live ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  const output = await Promise.all(
    [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : "")),
  );
  const [code] = (await ended) as [number | null];
  return { code: code ?? 1, output: output.join("") };
}
