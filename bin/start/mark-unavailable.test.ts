import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#db/client";
import { wasDatabaseLost } from "#db/driver/limit-waiting";
import { markUnavailable } from "./mark-unavailable.ts";

test.each([
  { lost: false, status: 500, expected: [500, null, "text"] },
  { lost: true, status: 500, expected: [503, "5", "text"] },
  { lost: true, status: 200, expected: [200, null, "text"] },
])("responds with $expected to $status, database lost: $lost", async ({ lost, status, expected }) => {
  const server = createServer((_, response) => {
    markUnavailable(response, () => lost);
    response.statusCode = status;
    response.end("text");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect([response.status, response.headers.get("retry-after"), await response.text()]).toEqual(expected);
});

test("remembers for a while that the database couldn’t be reached", async () => {
  const away = connect("postgres://nobody@127.0.0.1:1/none", 1);
  await expect(away.db.execute("select 1")).rejects.toThrow();
  await away.close();
  expect(wasDatabaseLost()).toBe(true);
});
