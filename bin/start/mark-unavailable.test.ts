import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { connect } from "#db/client";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { markUnavailable } from "./mark-unavailable.ts";

test("makes an error a 503 with a time to retry while the database is away, and no other response", async () => {
  const server = createServer((request, response) => {
    markUnavailable(response);
    response.statusCode = Number(request.url?.slice(1));
    response.end("text");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const ask = async (status: number) => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${status}`);
    return [response.status, response.headers.get("retry-after"), await response.text()];
  };
  // A test before may have lost its database in this process.
  await expect.poll(() => ask(500), { timeout: TEST_TIMEOUT_MS }).toEqual([500, null, "text"]);
  const away = connect("postgres://nobody@127.0.0.1:1/none", 1);
  await expect(away.db.execute("select 1")).rejects.toThrow();
  await away.close();
  expect(await ask(500)).toEqual([503, "5", "text"]);
  expect(await ask(200)).toEqual([200, null, "text"]);
  server.close();
});
