import { issueToken } from "#lib/account/token/issue";
import { startSystem } from "../../harness.ts";
import { People } from "../../people.ts";
import { call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

test("before the first plans are known it is 503 here, and 500 where 7.6 says so", async () => {
  const system = await startSystem({ UPSTREAM_BASE_URL: "http://127.0.0.1:9" });
  const { systemCtx } = system.database;
  const { id } = await new People(systemCtx).reseller({ level: "api" });
  const { token } = await issueToken(systemCtx, { resellerId: id, name: "Early" });
  const door = { url: (await system.start({ roles: "web" })).url, token };
  const plain = await call(door, "/api/data_plans");
  expect([plain.status, plain.headers.get("retry-after"), plain.body]).toEqual([
    503,
    "30",
    { message: expect.stringContaining("not known yet") },
  ]);
  const filtered = await call(door, "/api/data-plans-prices/filtered");
  expect([filtered.status, filtered.body]).toEqual([
    500,
    { success: false, message: expect.any(String), error: expect.stringContaining("not known yet") },
  ]);
  await system.close();
});
