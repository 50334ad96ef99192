import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import { getFreePort } from "#db/embedded/free-port";
import { startScript } from "./tools.ts";

/** Starts prism as a proxy that checks each request and response against the document. */
export async function startPrism(file: string, upstream: string) {
  const port = await getFreePort();
  const child = startScript("@stoplight/prism-cli/dist/index.js", [
    ...["proxy", file, upstream, "--port", String(port), "--host", "127.0.0.1"],
    ...["--verboseLevel", "silent", "--cors", "false"],
  ]);
  const url = `http://127.0.0.1:${port}`;
  createInterface(child.stdout).on("line", () => {});
  await expect
    .poll(
      () =>
        fetch(`${url}/api/balance`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(401);
  return {
    url,
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}
