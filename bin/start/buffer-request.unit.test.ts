import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { createBodyBudget } from "./body-budget.ts";
import { findBodyLimit } from "./body-limits.ts";
import { bufferRequest } from "./buffer-request.ts";
import { createPortalServer } from "./portal-server.ts";

let portal: ReturnType<typeof createPortalServer>;
afterEach(() => {
  portal.server.closeAllConnections();
  return portal.drain();
});

/** A server that echoes bodies; `reached` are the paths whose request passed. */
async function echo(limitOf = findBodyLimit) {
  const reached: string[] = [];
  portal = createPortalServer();
  portal.answer(async (request, response) => {
    const buffered = await bufferRequest(request, response, limitOf(request.url ?? ""));
    if (!buffered) return;
    reached.push(buffered.url ?? "");
    response.end(`${buffered.headers["x-mine"] ?? ""} ${await text(buffered)}`);
  });
  portal.server.listen(0, "127.0.0.1");
  await once(portal.server, "listening");
  const { port } = portal.server.address() as AddressInfo;
  const post = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const init = { method: "POST", body, headers, redirect: "manual", duplex: "half" } as const;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return { status: answer.status, said: await answer.text(), at: answer.headers.get("location") };
  };
  /** A request whose body never ends. */
  const begin = (path: string, body: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n${body}`);
    return text(socket);
  };
  return { reached, post, begin };
}

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const MULTIPART = { "Content-Type": "multipart/form-data; boundary=b" };
const parts = (count: number) =>
  `${'--b\r\nContent-Disposition: form-data; name="n"\r\n\r\nv\r\n'.repeat(count)}--b--\r\n`;
const streamed = (...chunks: string[]) => new Blob(chunks).stream();

test("passes a request on with its whole body, with and without a length", async () => {
  const { post } = await echo();
  expect(await post("/sign-in", "hello", { "X-Mine": "1" })).toMatchObject({ status: 200, said: "1 hello" });
  expect(await post("/sign-in", streamed("he", "llo"))).toMatchObject({ status: 200, said: " hello" });
  expect(await post("/sign-in", "")).toMatchObject({ status: 200, said: " " });
  expect(await post("/sign-in", parts(200), MULTIPART)).toMatchObject({ status: 200 });
  expect(
    await post("/sign-in", parts(2), { "Content-Type": 'multipart/form-data;boundary="b"' }),
  ).toMatchObject({
    status: 200,
  });
});

test("rejects a body above the limit of its path, declared or counted", async () => {
  const { post, reached } = await echo();
  const statuses = async (path: string, most: number) => [
    (await post(path, "x".repeat(most))).status,
    (await post(path, "x".repeat(most + 1))).status,
    (await post(path, streamed("x".repeat(most), "x"))).status,
  ];
  expect(await statuses("/sign-in", 100_000)).toEqual([200, 413, 413]);
  expect(await statuses("/s/ada/order?plan=1", 20_000)).toEqual([200, 413, 413]);
  expect(await statuses("/api/auth/callback/credentials", 10_000)).toEqual([200, 413, 413]);
  expect(await statuses("/api/payments/paystack/webhook", 256 * 1024)).toEqual([200, 413, 413]);
  expect(reached).toHaveLength(4);
  const { said } = await post("/api/auth/signout", "x".repeat(10_001));
  expect(JSON.parse(said)).toMatchObject({ message: "The request is too large." });
});

test("redirects an upload that is too large to the page that explains it", async () => {
  const { post, reached } = await echo();
  const large = "x".repeat(6 * 1024 * 1024);
  const at = { status: 303, at: "/wallet/fund?wrong=large" };
  expect(await post("/wallet/fund/send", large)).toMatchObject(at);
  expect(await post("/wallet/fund/send/?x=1", streamed(large))).toMatchObject(at);
  expect(await post("/wallet/fund/send", "x".repeat(40 * 1024 * 1024)).catch(() => at)).toMatchObject(at);
  expect(reached).toEqual([]);
});

test("rejects a form with too many fields or an ambiguous boundary", async () => {
  const { post, reached } = await echo();
  expect((await post("/sign-in", parts(202), MULTIPART)).status).toBe(413);
  expect((await post("/sign-in", "a=b&".repeat(201), FORM)).status).toBe(413);
  expect((await post("/s/ada/order", "a=b&".repeat(51), FORM)).status).toBe(413);
  for (const type of [
    "multipart/form-data",
    "multipart/form-data; boundary=a; boundary=b",
    "multipart/mixed; boundary=b",
  ])
    expect((await post("/sign-in", parts(1), { "Content-Type": type })).status).toBe(400);
  expect(reached).toEqual([]);
});

test("rejects a body that does not arrive in time", async () => {
  const { begin, reached } = await echo((url) => ({ ...findBodyLimit(url), timeoutMs: 20 }));
  expect(await begin("/sign-in", "a=")).toMatch(/^HTTP\/1.1 408 /);
  expect(reached).toEqual([]);
});

test("evicts the oldest incomplete body above the budget, and serves the next request", async () => {
  const limit = { ...findBodyLimit("/sign-in"), budget: createBodyBudget(3_000) };
  const { begin, post } = await echo(() => limit);
  const first = begin("/sign-in", "x".repeat(2_000));
  const second = begin("/sign-in", "x".repeat(2_000));
  const [gone] = await Promise.all([Promise.race([first, second]), post("/sign-in", "x".repeat(900))]);
  expect(gone).toMatch(/^HTTP\/1.1 503 /);
  expect(gone).toMatch(/Retry-After: 5/);
  expect(await post("/sign-in", "x".repeat(900))).toMatchObject({ status: 200 });
  expect(await post("/sign-in", "x".repeat(3_001))).toMatchObject({ status: 503 });
});
