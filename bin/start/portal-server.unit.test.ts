import { once } from "node:events";
import { get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { log } from "#lib/core/log";
import { createPortalServer } from "./portal-server.ts";
import { logRejection } from "./reject-request.ts";

async function listening(portal: ReturnType<typeof createPortalServer>) {
  portal.server.listen(0, "127.0.0.1");
  await once(portal.server, "listening");
  return `http://127.0.0.1:${(portal.server.address() as AddressInfo).port}`;
}

test("takes the caller's address from the connection and no shop's domain, whatever the client claims", async () => {
  const portal = createPortalServer();
  portal.answer((request, response) => response.end(JSON.stringify(request.headers)));
  const url = await listening(portal);
  const claims = {
    "X-Peer-Address": "9.9.9.9",
    "X-Forwarded-For": "8.8.8.8",
    "X-Shop-Host": "ada.example.org",
  };
  const seen = await (await fetch(url, { headers: claims })).json();
  expect(seen).toMatchObject({ "x-peer-address": "127.0.0.1", "x-forwarded-for": "8.8.8.8" });
  expect(seen).not.toHaveProperty("x-shop-host");
  await portal.drain();
});

test("separates a page's automatic requests from a reader's, whatever the client claims", async () => {
  const portal = createPortalServer();
  portal.answer((request, response) => response.end(request.headers["x-by-itself"] ?? "manual"));
  const url = await listening(portal);
  const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") =>
    (await fetch(url + path, { method, headers })).text();
  const page = `${url}/admin/purchases?q=080&state=failed`;
  const rsc = { RSC: "1", Referer: page };
  const automatic = [
    await ask("/api/events", { Accept: "text/event-stream" }),
    await ask("/admin/wallets?_rsc=abc", { ...rsc, "Next-Router-Prefetch": "1" }),
    await ask("/admin/purchases?q=080&state=failed&_rsc=abc", rsc),
    await ask("/admin?_rsc=abc", { RSC: "1", Referer: `${url}/admin` }),
  ];
  expect(automatic).toEqual(["1", "1", "1", "1"]);
  const manual = [
    await ask("/admin/purchases", { "X-By-Itself": "1" }),
    await ask("/admin/wallets?_rsc=abc", rsc),
    await ask("/admin/purchases?q=081&state=failed&_rsc=abc", rsc),
    await ask("/admin/purchases?q=080&state=failed", { Referer: page }),
    await ask("/admin/purchases?q=080&state=failed", rsc, "POST"),
  ];
  expect(manual).toEqual(Array(5).fill("manual"));
  await portal.drain();
});

test("sends the common headers with every response, also to invalid HTTP or an invalid address", async () => {
  const portal = createPortalServer({ "X-Frame-Options": "DENY" });
  const begun: string[] = [];
  portal.answer((request, response) => {
    begun.push(request.url ?? "");
    response.end();
  });
  const url = await listening(portal);
  const requests = {
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n": "200 OK",
    "GET /s/%FF HTTP/1.1\r\nHost: a\r\n\r\n": "400 Bad Request",
    "GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n": "400 Bad Request",
    "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n": "405 Method Not Allowed",
    "GET / HTTP/1.1\r\nHost: a\r\nNext-Router-State-Tree: {\r\n\r\n": "400 Bad Request",
    "nonsense\r\n\r\n": "400 Bad Request",
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`]: "431 Request Header Fields Too Large",
  };
  for (const [request, status] of Object.entries(requests)) {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(request);
    const answer = await text(socket);
    expect(answer).toContain(`HTTP/1.1 ${status}\r\n`);
    expect(answer).toContain("X-Frame-Options: DENY\r\n");
  }
  expect(begun).toEqual(["/"]);
  await portal.drain();
});

test("rejects an API client's malformed request in the interface's shape, with an id in response and log", async () => {
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const portal = createPortalServer();
  portal.server.headersTimeout = 200;
  portal.answer((request, response) => request.resume().on("end", () => response.end()));
  const url = await listening(portal);
  const requests = {
    "GET /api/data/%FF HTTP/1.1\r\nHost: a\r\n\r\n": 400,
    "TRACE /api/data HTTP/1.1\r\nHost: a\r\n\r\n": 405,
    "nonsense\r\n\r\n": 400,
    "GET /api/data HTTP/1.1\r\n\r\n": 400,
    "TRACE //api/data HTTP/1.1\r\nHost: a\r\n\r\n": 405,
    "GET /api/data HTTP/1.1\r\nHost: a\r\n": 408,
    [`POST /api/data HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${"x".repeat(20_000)}`]: 413,
    [`GET /api/data HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`]: 431,
  };
  const ids = new Set<string>();
  for (const [request, status] of Object.entries(requests)) {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(request);
    const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain("Content-Type: application/json");
    expect(JSON.parse(body.replace(/^\w+\r\n|\r\n0$/g, ""))).toEqual({ message: expect.any(String) });
    ids.add(/X-Request-Id: (\w{12})\r\n/.exec(head)?.[1] ?? "none");
  }
  expect(ids.size).toBe(Object.keys(requests).length);
  expect(ids).not.toContain("none");
  const lines = stderr.mock.calls.map(([line]) => JSON.parse(String(line)));
  stderr.mockRestore();
  expect(lines.map(({ event, request, status }) => [event, request, status])).toEqual(
    Object.values(requests).map((status, n) => ["request.rejected", [...ids][n], status]),
  );
  await portal.drain();
});

test("ignores an expectation that it doesn't know, as an HTTP/1.0 client may send no Host", async () => {
  const portal = createPortalServer();
  portal.answer((_request, response) => response.end("done"));
  const url = await listening(portal);
  for (const head of ["1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close", "1.0"]) {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(`GET /api/balance HTTP/${head}\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\nX-Request-Id: \w{12}\r\n/s);
    expect(answer).toContain("done");
  }
  await portal.drain();
});

const CHUNKED = "POST /api/data HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
test.each(["", CHUNKED])(
  "closes the connection instead of responding to an invalid request",
  async (next) => {
    const portal = createPortalServer();
    let begun = 0;
    portal.answer(() => {
      begun += 1;
    });
    const url = await listening(portal);
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(`GET /api/data HTTP/1.1\r\nHost: a\r\n\r\n${next}`);
    await expect.poll(() => begun).toBe(next === "" ? 1 : 2);
    socket.write("nonsense\r\n\r\n");
    expect(await text(socket)).toBe("");
    await portal.drain();
  },
);

test("writes at most twenty lines a second about rejected requests", async () => {
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => vi.useRealTimers() && stderr.mockRestore());
  vi.advanceTimersByTime(2_000);
  for (let n = 0; n < 50; n += 1) logRejection({ status: 400, message: "The address is malformed." });
  expect(stderr).toHaveBeenCalledTimes(20);
  vi.advanceTimersByTime(1_000);
  logRejection({ status: 400, message: "The address is malformed." });
  expect(stderr).toHaveBeenCalledTimes(21);
});

test("names the request in the log lines of its work", async () => {
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const portal = createPortalServer();
  portal.answer(async (_request, response) => {
    await Promise.resolve();
    log.info("answered");
    response.end();
  });
  const answer = await fetch(await listening(portal));
  const line = stderr.mock.calls.map(([text]) => JSON.parse(String(text)))[0];
  stderr.mockRestore();
  expect(line).toMatchObject({ event: "answered", request: answer.headers.get("x-request-id") });
  await portal.drain();
});

test("releasing connections serves each further request, on a connection that then closes", async () => {
  const portal = createPortalServer();
  const begun = Promise.withResolvers<() => void>();
  portal.answer((request, response) =>
    request.url === "/slow" ? begun.resolve(() => response.end("done")) : response.end("served"),
  );
  const url = await listening(portal);
  const slow = fetch(`${url}/slow`);
  const finish = await begun.promise;
  portal.releaseConnections();
  for (let n = 0; n < 3; n++) {
    const response = await fetch(url);
    expect([await response.text(), response.headers.get("connection")]).toEqual(["served", "close"]);
  }
  finish();
  expect((await slow).headers.get("connection")).toBe("close");
  await portal.drain();
});

test("draining finishes a started response and rejects new callers", async () => {
  const portal = createPortalServer();
  const begun = Promise.withResolvers<() => void>();
  portal.answer((_request, response) => begun.resolve(() => response.end("done")));
  const url = await listening(portal);
  const answer = fetch(url);
  const finish = await begun.promise;
  const drained = portal.drain();
  await expect(fetch(url)).rejects.toThrow();
  finish();
  expect(await (await answer).text()).toBe("done");
  await drained;
});

test("draining does not wait for streams of events", async () => {
  const portal = createPortalServer();
  portal.answer((_request, response) => {
    response.setHeader("Content-Type", "text/event-stream").write("data: 1\n\n");
  });
  const url = await listening(portal);
  const [answer] = await once(get(url), "response");
  answer.on("error", () => {}).resume();
  await portal.drain();
});

test("responds to upgrade requests as to ordinary ones, and closes their connections", async () => {
  const portal = createPortalServer();
  // As the framework does: it leaves unknown upgrades open.
  portal.server.on("upgrade", () => {});
  portal.answer((_request, response) => response.end("ordinary"));
  const url = await listening(portal);
  const ask = async () => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    return text(socket);
  };
  const answers = await Promise.all(Array.from({ length: 500 }, ask));
  expect(answers.filter((answer) => !answer.endsWith("ordinary"))).toEqual([]);
  await expect.poll(() => promisify(portal.server.getConnections.bind(portal.server))()).toBe(0);
  await portal.drain();
});
