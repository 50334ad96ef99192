import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "playwright/test";
import { getFreePort } from "#db/embedded/free-port";
import { startSystem, type TestSystem } from "./harness.ts";

let system: TestSystem;
test.beforeAll(async () => {
  system = await startSystem();
});
test.afterAll(() => system.close());

test("ends a portal in order after a stop signal while its neighbour continues", async () => {
  const [first, second] = await Promise.all([system.start({ roles: "web" }), system.start()]);
  expect((await fetch(`${first.url}/api/ready`)).status).toBe(200);
  expect(await first.stop()).toBe(0);
  await expect(fetch(`${first.url}/api/ready`)).rejects.toThrow("fetch failed");
  expect((await fetch(`${second.url}/api/ready`)).status).toBe(200);
});

test("serves what a proxy still sends after a stop signal, and tells it to stop sending", {
  tag: "@prove",
}, async () => {
  const portal = await system.start({ roles: "web", env: { STOP_DELAY_S: "2" } });
  const readiness = async () => {
    const response = await fetch(`${portal.url}/api/ready`);
    return [response.status, (await response.text()).trim(), response.headers.get("connection")];
  };
  expect(await readiness()).toEqual([200, "ready", "keep-alive"]);
  const stopped = portal.stop();
  await expect.poll(readiness).toEqual([503, "stopping", "close"]);
  expect((await fetch(`${portal.url}/sign-in`)).status).toBe(200);
  expect(await stopped).toBe(0);
});

test("ends at once after a stop signal where no proxy asks whether it is ready", {
  tag: "@prove",
}, async () => {
  const portal = await system.start({ roles: "web", env: { STOP_DELAY_S: "60" } });
  expect((await fetch(`${portal.url}/api/live`)).status).toBe(200);
  expect(await portal.stop()).toBe(0);
});

test("reports a used port in one line", { tag: "@prove" }, async () => {
  const portal = await system.start({ roles: "web" });
  const port = new URL(portal.url).port;
  await expect(system.start({ roles: "web", env: { PORT: port } })).rejects.toThrow(`Port ${port} is in use`);
});

test("`npm start` and `npm run worker` end with the portal that they started", async () => {
  // Set by the system for itself, this is what its own processes are configured with.
  const variables = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  for (const command of ["start", "worker"]) {
    const port = String(await getFreePort());
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
