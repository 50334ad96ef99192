import { describe, expect, test } from "vitest";
import { callSandbox, setUpSandbox } from "./testing/caller.ts";

const { sandbox, control, buy } = setUpSandbox();

describe("findAuthorisationError (interface: Authentication)", () => {
  const url = () => `${sandbox().url}/api/data_plans`;
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  test("returns 401 without a valid token", async () => {
    expect((await callSandbox(url())).status).toBe(401);
    expect((await callSandbox(url(), bearer("guess"))).status).toBe(401);
    await control().tokens([{ token: "new" }]);
    expect((await buy("R1")).status).toBe(401);
    expect((await callSandbox(url(), bearer("new"))).status).toBe(200);
  });

  test("returns 403 for an address or origin that is not whitelisted", async () => {
    const from = (origin: string) => ({ headers: { authorization: "Bearer t", origin } });
    const [shop, other] = [from("https://shop.example"), from("https://other.example")];
    const origins = ["https://shop.example"];
    await control().tokens([{ token: "t", ips: ["203.0.113.9"], origins }]);
    const { status, json } = await callSandbox(url(), bearer("t"));
    expect([status, json]).toEqual([403, { status: false, message: expect.stringContaining("127.0.0.1") }]);
    expect((await callSandbox(url(), shop)).status).toBe(403);
    await control().tokens([{ token: "t", origins }]);
    expect((await callSandbox(url(), bearer("t"))).status).toBe(403);
    expect((await callSandbox(url(), shop)).status).toBe(200);
    await control().tokens([{ token: "t", ips: ["127.0.0.1"], origins }]);
    expect((await callSandbox(url(), bearer("t"))).status).toBe(200);
    expect((await callSandbox(url(), other)).status).toBe(403);
  });

  test("sends an HTML page for other paths and methods", async () => {
    const missing = await callSandbox(`${sandbox().url}/v1/data`, bearer("sandbox-token"));
    const wrong = await callSandbox(`${sandbox().url}/api/data`, bearer("sandbox-token"));
    expect([missing.status, missing.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect([wrong.status, wrong.headers.allow]).toEqual([405, "POST"]);
  });
});
