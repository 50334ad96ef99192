import { call } from "../call.ts";
import { expect, test } from "../fixtures.ts";

const body = { plan: 1, mobile_number: "08031234567", network: 1 };

for (const [method, path, allow] of [
  ["GET", "/api/data", "OPTIONS, POST"],
  ["PUT", "/api/data/x1", "GET, HEAD, OPTIONS, POST"],
] as const) {
  test(`${method} ${path} is told which methods are right`, async ({ portal }) => {
    const told = await call(portal.service.usual, path, { method, ...(method !== "GET" && { body }) });
    expect([told.status, told.headers.get("allow"), told.body]).toEqual([
      405,
      allow,
      { message: expect.stringContaining(method) },
    ]);
  });
}
