import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startCountdown } from "#lib/core/time/time";
import { sendPurchase } from "./send-purchase.ts";
import { formatHttpResponse, startWireServer, type WireServer } from "./testing/wire-server.ts";

const TOKEN = 'canary-7f3b/"token"';
const input = { ident: "DT261120ABC", planId: 7, networkId: 2, phone: "+2348031234567", cost: 38_000n };
const successful = JSON.stringify({
  data: { id: 1, network: 2, ident: "DT1", amount: "380.00", Status: "successful" },
});

const upstream = await startWireServer();
process.env.UPSTREAM_BASE_URL = `http://127.0.0.1:${upstream.port}/base/`;
process.env.UPSTREAM_API_TOKEN = TOKEN;
afterAll(() => upstream.close());
beforeEach(() => {
  upstream.connections = 0;
  upstream.requests = [];
});
afterEach(() => vi.restoreAllMocks());

describe("a request", () => {
  it("is one POST of the interface, with local digits and the ident as ref", async () => {
    upstream.answer = (socket) => socket.end(formatHttpResponse(200, successful));
    const response = await sendPurchase(input);
    expect(response).toMatchObject({ result: "successful", transaction: { amount: 38_000n } });
    const [head, body] = String(upstream.requests[0]).split("\r\n\r\n");
    expect(head).toMatch(/^POST \/base\/api\/data\/DT261120ABC HTTP\/1\.1\r\n/);
    expect(head).toContain(`\r\nauthorization: Bearer ${TOKEN}`);
    expect(head).toContain("\r\naccept: application/json");
    expect(head).toContain("\r\ncontent-type: application/json");
    expect(JSON.parse(String(body))).toStrictEqual({ plan: 7, mobile_number: "08031234567", network: 2 });
  });

  it("uses a new connection each time, although the upstream would keep it open", async () => {
    upstream.answer = (socket) =>
      socket.write(formatHttpResponse(200, successful, { connection: "keep-alive" }));
    for (const _ of [1, 2, 3]) await sendPurchase(input);
    expect(upstream.connections).toBe(3);
    expect(upstream.requests).toHaveLength(3);
  });

  it("is never sent again after a redirect", async () => {
    upstream.answer = (socket) =>
      socket.end(formatHttpResponse(307, "", { location: "/base/api/data/DT261120ABC" }));
    expect(await sendPurchase(input)).toMatchObject({ result: "unconfirmed", httpStatus: 307 });
    expect(upstream.requests).toHaveLength(1);
  });
});

describe("a failed connection", () => {
  it("is unsent when it is rejected", async () => {
    const closed = createServer();
    await once(closed.listen(0, "127.0.0.1"), "listening");
    const { port } = closed.address() as { port: number };
    await once(closed.close(), "close");
    expect(await sendTo(`http://127.0.0.1:${port}`)).toStrictEqual({
      result: "unsent",
      note: "no connection: the address rejects connections",
    });
  });

  it("is unsent when the name has no address", async () => {
    expect(await sendTo("http://upstream.invalid")).toMatchObject({ result: "unsent" });
  });

  it("is unsent when the server has no TLS, without a byte of the request written", async () => {
    let heard = "";
    const plain = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (bytes: Buffer) => {
        heard += bytes.toString("latin1");
        socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
      });
    });
    await once(plain.listen(0, "127.0.0.1"), "listening");
    const { port } = plain.address() as { port: number };
    expect(await sendTo(`https://127.0.0.1:${port}`)).toMatchObject({ result: "unsent" });
    expect(heard).not.toContain("/api/data");
    await once(plain.close(), "close");
  });

  it("is unsent when TLS is never agreed in time", async () => {
    const mute = createServer((socket) => socket.on("error", () => {}));
    await once(mute.listen(0, "127.0.0.1"), "listening");
    const { port } = mute.address() as { port: number };
    const response = await sendTo(`https://127.0.0.1:${port}`, { timeoutMs: 200 });
    expect(response).toStrictEqual({ result: "unsent", note: "no connection: time-out" });
    mute.close();
  });

  it("is unsent when the connection is established after the time to begin", async () => {
    const mute = createServer((socket) => socket.on("error", () => {}));
    await once(mute.listen(0, "127.0.0.1"), "listening");
    const { port } = mute.address() as { port: number };
    const timeToBegin = startCountdown(100);
    const response = await sendTo(`https://127.0.0.1:${port}`, { timeToBegin });
    // The note depends on whether the connection was attempted in time.
    expect(["no connection: time-out", "the time to begin had passed"]).toContain(response.note);
    expect(response.result).toBe("unsent");
    mute.close();
    expect((await sendPurchase({ ...input, timeToBegin })).result).toBe("unsent");
    expect(upstream.requests).toHaveLength(0);
  });

  it.each([
    ["the machine slept since its slot was taken", { ticks: 0, clock: 3_600_000 }],
    ["the process was frozen, and the clock on the wall set back", { ticks: 3_000, clock: -3_600_000 }],
  ])("is unsent when %s", async (_, passed) => {
    const timeToBegin = startCountdown(2_000);
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + passed.ticks);
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + passed.clock);
    expect((await sendPurchase({ ...input, timeToBegin })).result).toBe("unsent");
    expect(upstream.requests).toHaveLength(0);
  });

  it("is unsent when the portal stops before", async () => {
    const response = await sendPurchase({ ...input, signal: AbortSignal.abort() });
    expect(response.result).toBe("unsent");
    expect(upstream.requests).toHaveLength(0);
  });
});

describe("a network in front of the upstream", () => {
  const edge = { server: "cloudflare", "cf-ray": "8f1c2d3e4f5a6b7c-LOS", "content-type": "text/plain" };
  const answer = (status: number, body: string, headers: Record<string, string> = {}) => {
    upstream.answer = (socket) => socket.end(formatHttpResponse(status, body, { ...edge, ...headers }));
    return sendPurchase(input);
  };

  it("holds no purchase that it withheld, and says so", async () => {
    expect(await answer(521, "error code: 521")).toEqual({
      result: "unsent",
      httpStatus: 521,
      note: "521 from Cloudflare, before the supplier",
      raw: "error code: 521",
    });
    expect(
      await answer(403, "<title>Just a moment...</title>", { "cf-mitigated": "challenge" }),
    ).toMatchObject({
      result: "unsent",
    });
    expect(await answer(429, "error code: 1015", { "retry-after": "30" })).toMatchObject({
      result: "throttled",
      retryAfterMs: 30_000,
    });
  });

  it("leaves a purchase that it may have forwarded unconfirmed", async () => {
    for (const status of [502, 520, 524])
      expect(await answer(status, `error code: ${status}`)).toMatchObject({ result: "unconfirmed" });
    upstream.answer = (socket) => socket.end(formatHttpResponse(521, "error code: 521"));
    expect(await sendPurchase(input)).toMatchObject({ result: "unconfirmed", httpStatus: 521 });
    expect(await answer(521, successful)).toMatchObject({ result: "unconfirmed", httpStatus: 521 });
  });

  it("passes on what the upstream responds", async () => {
    expect(await answer(200, successful)).toMatchObject({ result: "successful" });
  });
});

describe("a broken connection", () => {
  const page = formatHttpResponse(200, successful);

  it.each<[string, WireServer["answer"]]>([
    ["reset", (socket) => socket.resetAndDestroy()],
    ["closed without a word", (socket) => socket.end()],
    ["cut in the head", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-le")],
    ["cut in the body", (socket) => socket.end(page.slice(0, -20))],
    ["reset in the body", (socket) => socket.write(page.slice(0, -20), () => socket.resetAndDestroy())],
    [
      "cut in a chunk",
      (socket) => socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{"),
    ],
    ["no HTTP", (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n")],
    [
      "another protocol",
      (socket) => socket.write("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    ],
    ["a flood of headers", (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${"a".repeat(100_000)}\r\n\r\n`)],
    [
      "compressed",
      (socket) => socket.end(formatHttpResponse(200, "\u001f\u008b\b", { "content-encoding": "gzip" })),
    ],
    ["a body without end", (socket) => flood(socket)],
    [
      "longer than allowed",
      (socket) => socket.write(formatHttpResponse(200, successful + " ".repeat(70_000))),
    ],
  ])("is unconfirmed, and not tried again: %s", async (_, answer) => {
    upstream.answer = answer;
    const { result, note } = await sendPurchase(input);
    expect(result).toBe("unconfirmed");
    expect(note).not.toBe("time-out");
    expect(upstream.requests).toHaveLength(1);
    expect(upstream.connections).toBe(1);
  });

  it.each<[string, WireServer["answer"]]>([
    ["silence", () => {}],
    ["a slow drip", (socket) => drip(socket, page)],
    [
      "a whole body that never ends",
      (socket) => socket.write(formatHttpResponse(200, successful, { "content-length": "60000" })),
    ],
    ["endless preludes", (socket) => drip(socket, "HTTP/1.1 102 Processing\r\n\r\n".repeat(1000))],
  ])("is unconfirmed when time is up: %s", async (_, answer) => {
    upstream.answer = answer;
    const result = await sendPurchase({ ...input, timeoutMs: 300 });
    expect(result).toMatchObject({ result: "unconfirmed", note: "time-out" });
  });

  it("is unconfirmed when the portal stops in between", async () => {
    const stop = new AbortController();
    upstream.answer = () => stop.abort();
    expect(await sendPurchase({ ...input, signal: stop.signal })).toMatchObject({ result: "unconfirmed" });
  });

  it("keeps the received text and the status", async () => {
    upstream.answer = (socket) => socket.end(page.slice(0, -20));
    const { raw, httpStatus } = await sendPurchase(input);
    expect(httpStatus).toBe(200);
    expect(raw).toBe(successful.slice(0, -20));
  });

  it("accepts a body that only the end of the connection ends", async () => {
    const long = successful + " ".repeat(60_000);
    upstream.answer = (socket) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${long}`);
    expect((await sendPurchase(input)).result).toBe("successful");
  });

  it("does not wait for a connection to end when the body is whole", async () => {
    upstream.answer = (socket) => socket.write(formatHttpResponse(200, successful));
    expect((await sendPurchase(input)).result).toBe("successful");
  });
});

it("reads a response after a byte order mark, which a file of the upstream's program has", async () => {
  upstream.answer = (socket) => socket.end(formatHttpResponse(200, `\uFEFF${successful}`));
  expect(await sendPurchase(input)).toMatchObject({ result: "successful", transaction: { amount: 38_000n } });
});

describe("the token", () => {
  const escaped = [...TOKEN].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
  const spelled = JSON.stringify(TOKEN).slice(1, -1);

  it.each([
    ["as it is", `<html>Bearer ${TOKEN}</html>`],
    ["in a message", JSON.stringify({ errors: { status: [`Bad token ${TOKEN}`] } })],
    ["with slashes escaped", `{"message":"${spelled.replace("/", "\\/")}"}`],
    ["letter by letter", `{"data":{"Status":"failed","ident":"${escaped}","api_response":"${escaped}"}}`],
    ["after a byte order mark", `\uFEFF{"message":"${escaped}"}`],
    ["as a key", `{"errors":{"${escaped}":["${escaped}"]}}`],
    ["over the cut", `${"x".repeat(3995)}${TOKEN}`],
  ])("is in nothing that comes back or is logged when the upstream repeats it: %s", async (_, body) => {
    const logged: string[] = [];
    vi.spyOn(process.stderr, "write").mockImplementation((line) => Boolean(logged.push(String(line))));
    upstream.answer = (socket) => socket.end(formatHttpResponse(422, body));
    const seen = JSON.stringify([await sendPurchase(input), logged], (_key, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(seen).toContain("[tok");
    for (const form of [TOKEN, spelled, JSON.stringify(spelled).slice(1, -1), "canary-7f3b"]) {
      expect(seen).not.toContain(form);
    }
  });
});

/** Sends the same purchase to another address; reloads the module, because configuration is read once. */
async function sendTo(base: string, more: { timeoutMs?: number; timeToBegin?: () => number } = {}) {
  const before = process.env.UPSTREAM_BASE_URL;
  process.env.UPSTREAM_BASE_URL = base;
  vi.resetModules();
  const fresh = await import("./send-purchase.ts");
  const response = await fresh.sendPurchase({ ...input, ...more });
  process.env.UPSTREAM_BASE_URL = before;
  return response;
}

function drip(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => socket.write(text.charAt(at++)), 5);
  socket.on("close", () => clearInterval(timer));
}

function flood(socket: Socket): void {
  socket.write("HTTP/1.1 200 OK\r\n\r\n");
  const more = () => {
    while (!socket.destroyed && socket.write("x".repeat(16_384)));
  };
  socket.on("drain", more);
  more();
}
