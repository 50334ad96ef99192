import { describe, expect, test } from "vitest";
import { call, sandboxForTests } from "./testing/caller.ts";

const { sandbox, control, buy } = sandboxForTests();

describe("who may call (§5)", () => {
  const url = () => `${sandbox().url}/api/data_plans`;
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  test("401 without a known token", async () => {
    expect((await call(url())).status).toBe(401);
    expect((await call(url(), bearer("guess"))).status).toBe(401);
    await control().tokens([{ token: "new" }]);
    expect((await buy("R1")).status).toBe(401);
    expect((await call(url(), bearer("new"))).status).toBe(200);
  });

  test("403 from an address or origin that is not whitelisted", async () => {
    const from = (origin: string) => ({ headers: { authorization: "Bearer t", origin } });
    const [shop, other] = [from("https://shop.example"), from("https://other.example")];
    const origins = ["https://shop.example"];
    await control().tokens([{ token: "t", ips: ["203.0.113.9"], origins }]);
    const { status, json } = await call(url(), bearer("t"));
    expect([status, json]).toEqual([403, { status: false, message: expect.stringContaining("127.0.0.1") }]);
    expect((await call(url(), shop)).status).toBe(403);
    await control().tokens([{ token: "t", origins }]);
    expect((await call(url(), bearer("t"))).status).toBe(403);
    expect((await call(url(), shop)).status).toBe(200);
    await control().tokens([{ token: "t", ips: ["127.0.0.1"], origins }]);
    expect((await call(url(), bearer("t"))).status).toBe(200);
    expect((await call(url(), other)).status).toBe(403);
  });

  test("other paths and methods get an HTML page", async () => {
    const missing = await call(`${sandbox().url}/v1/data`, bearer("sandbox-token"));
    const wrong = await call(`${sandbox().url}/api/data`, bearer("sandbox-token"));
    expect([missing.status, missing.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect([wrong.status, wrong.headers.allow]).toEqual([405, "POST"]);
  });
});
