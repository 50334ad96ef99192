import { expect, test } from "playwright/test";
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
