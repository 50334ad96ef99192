import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { callApi } from "#e2e/conformance/call-api";
import { expect, test } from "#e2e/conformance/fixtures";
import { sendRawRequest } from "#e2e/raw-request";

interface Rejection {
  status: number;
  request: { method?: string; path: string; headers?: Record<string, string>; body?: string };
  /** A header that the response must have. */
  header?: string;
  /** Only the portal's own server gives it this shape. */
}

const JSON_TYPE = { "Content-Type": "application/json" };
const REJECTIONS: Record<string, Rejection> = {
  "an unreadable address": { status: 400, request: { path: "/api/data/%FF" } },
  "an unreadable address below a doubled slash": { status: 400, request: { path: "//api/data/%FF" } },
  "invalid JSON": {
    status: 400,
    request: { method: "POST", path: "/api/data", headers: JSON_TYPE, body: "{" },
  },
  "a missing token": {
    status: 401,
    request: { path: "/api/balance", headers: { Authorization: "" } },
    header: "www-authenticate",
  },
  "a wrong token": {
    status: 401,
    request: { method: "POST", path: "/api/data/x", headers: { Authorization: "Bearer x" }, body: "{}" },
    header: "www-authenticate",
  },
  "an unknown path": { status: 404, request: { path: "/api/nothing" } },
  "the root of the API": { status: 404, request: { path: "/api" } },
  "a path below that of the portal's own routes": { status: 404, request: { path: "/api/events/nothing" } },
  "a method of an unknown path": { status: 404, request: { method: "DELETE", path: "/api/nothing" } },
  "a method of a known path": {
    status: 405,
    request: { method: "PUT", path: "/api/balance", body: "{}" },
    header: "allow",
  },
  "a purchase at a list": {
    status: 405,
    request: { method: "POST", path: "/api/data_plans", body: "{}" },
    header: "allow",
  },
  "a method of HTTP that nothing has": {
    status: 405,
    request: { method: "TRACE", path: "/api/balance" },
    header: "allow",
  },
  "the document by POST": {
    status: 405,
    request: { method: "POST", path: "/api/openapi.json", body: "{}" },
    header: "allow",
  },
  "a large body": {
    status: 413,
    request: { method: "POST", path: "/api/data/x", headers: JSON_TYPE, body: `"${"x".repeat(70_000)}"` },
  },
  "another type": {
    status: 415,
    request: {
      method: "POST",
      path: "/api/data/x",
      headers: { "Content-Type": "text/plain" },
      body: "plan=1",
    },
  },
  "a compressed body": {
    status: 415,
    request: {
      ...{ method: "POST", path: "/api/data/x", body: "{}" },
      headers: { ...JSON_TYPE, "Content-Encoding": "gzip" },
    },
  },
  "large headers": {
    status: 431,
    request: { path: "/api/balance", headers: { X: "x".repeat(20_000) } },
  },
};

for (const [name, { status, request, header }] of Object.entries(REJECTIONS)) {
  test(`rejects ${name} with ${status} in the API's shape`, async ({ portal }) => {
    const { url, token } = portal.service.usual;
    const headers = { Authorization: `Bearer ${token}`, ...request.headers };
    const { answer } = await sendRawRequest(url, { ...request, headers });
    expectShape(answer, status);
    if (header) expect(answer.toLowerCase()).toContain(`\r\n${header}: `);
  });
}

for (const [bytes, status] of [
  ["GET /api/balance HTTP/1.1\r\n\r\n", 400],
  ["BREW /api/balance HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["nonsense\r\n\r\n", 400],
  [
    `POST /api/data HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${"x".repeat(20_000)}\r\n`,
    413,
  ],
] as const) {
  test(`rejects ${JSON.stringify(bytes.slice(0, 40))} with ${status} in the API's shape`, {}, async ({
    portal,
  }) => {
    const socket = connect(Number(new URL(portal.service.usual.url).port), "localhost");
    socket.write(bytes);
    expectShape(await text(socket), status);
  });
}

function expectShape(answer: string, status: number): void {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/\r\nContent-Type: application\/json(\r\n|$)/i);
  expect(head).toMatch(/\r\nX-Request-Id: [0-9a-f]{12}(\r\n|$)/i);
  expect(JSON.parse(body.replace(/^[0-9a-f]+\r\n|\r\n0$/g, ""))).toEqual({ message: expect.any(String) });
}

test("responds to HEAD and OPTIONS of each path without a body", async ({ portal }) => {
  for (const path of ["/api/balance", "/api/data/x", "/api/openapi.json", "//api/balance/", "/api/nothing"]) {
    const [get, head, options] = await Promise.all(
      ["GET", "HEAD", "OPTIONS"].map((method) => callApi(portal.service.usual, path, { method })),
    );
    expect([path, head?.status, head?.body]).toEqual([path, get?.status, undefined]);
    expect([path, options?.status]).toEqual([path, path === "/api/nothing" ? 404 : 204]);
    if (options?.status === 204) expect(options.headers.get("allow")).toContain("GET, HEAD, OPTIONS");
  }
});
