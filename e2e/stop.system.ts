import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "playwright/test";
import { anyFreePort } from "#db/embedded/free-port";
import { type System, startSystem } from "./harness.ts";

let system: System;
test.beforeAll(async () => {
  system = await startSystem();
});
test.afterAll(() => system.close());

test("a portal that is told to stop ends in order, and its neighbour goes on", async () => {
  const [one, two] = await Promise.all([system.start({ roles: "web" }), system.start()]);
  expect((await fetch(`${one.url}/api/ready`)).status).toBe(200);
  expect(await one.stop()).toBe(0);
  await expect(fetch(`${one.url}/api/ready`)).rejects.toThrow("fetch failed");
  expect((await fetch(`${two.url}/api/ready`)).status).toBe(200);
});

test("a port that is taken is said in one line", async () => {
  const one = await system.start({ roles: "web" });
  const port = new URL(one.url).port;
  await expect(system.start({ roles: "web", env: { PORT: port } })).rejects.toThrow(`Port ${port} is taken`);
});

test("`npm start` and `npm run worker` end with the portal that they started", async () => {
  // Set by the system for itself, this is what its own processes are configured with.
  const variables = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  for (const command of ["start", "worker"]) {
    const port = String(await anyFreePort());
    const npm = spawn("npm", ["run", command], {
      env: { ...variables, PORT: port, NEXTAUTH_URL: `http://localhost:${port}`, PORTAL_ROLES: "web" },
      // A group of its own: what npm leaves behind is ended with it, also where this fails.
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(npm.stdout, "close");
    try {
      for await (const line of createInterface(npm.stdout)) if (/^(portal|worker) ready/.test(line)) break;
      npm.kill("SIGTERM");
      // Every process that was started holds this end: it closes when the last of them is gone.
      await ended;
    } finally {
      try {
        process.kill(-(npm.pid ?? 0), "SIGKILL");
      } catch {}
    }
    await expect(fetch(`http://localhost:${port}/api/live`)).rejects.toThrow("fetch failed");
  }
});
