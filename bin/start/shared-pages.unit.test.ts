import { createHash } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { createPortalServer } from "./portal-server.ts";
import { createRequestHandler } from "./request-handler.ts";
import { createSharedPages } from "./shared-pages.ts";

const SCRIPT = 'start({"nonce":""})';
const STYLE = "p{color:red}";
const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

type Render = (request: IncomingMessage, response: ServerResponse, n: number) => void | Promise<void>;

/** Creates what renders pages as the framework does: with a nonce of each response, in parts. */
const createRender =
  (change: (response: ServerResponse) => unknown = () => {}, during?: () => Promise<unknown>): Render =>
  async (_request, response, n) => {
    const nonce = `nonce${n}==`;
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Cache-Control", "private, no-store");
    response.setHeader(
      "Content-Security-Policy",
      `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'nonce-${nonce}'; base-uri 'none'`,
    );
    response.setHeader("Link", `</a.css>; rel=preload; as="style"; nonce="${nonce}", </b.css>; rel=preload`);
    change(response);
    response.write(
      `<style nonce="${nonce}">${STYLE}</style><script src="/_next/static/a.js" nonce="${nonce}">`,
    );
    response.write(`</script><script type="application/ld+json">{}</script><p>page ${n}${" on".repeat(500)}`);
    if (!response.write("<p>")) await once(response, "drain");
    await during?.();
    response.end(`<script nonce="${nonce}">${SCRIPT.replace('""', `"${nonce}"`)}</script>`);
  };

/** Serves pages that `render` makes, and counts them. */
async function serve(render = createRender(), maxAgeMs = 60_000) {
  const sharedPages = createSharedPages(maxAgeMs);
  const portal = createPortalServer();
  const rendered = vi.fn(render);
  let count = 0;
  let seen = 0;
  portal.answer(
    createRequestHandler({
      guardHost(request, response) {
        seen += 1;
        if (request.headers["x-takes"] === "nothing") stopTaking(response);
        if (request.headers.host === "ada.example.org") request.headers["x-shop-host"] = "ada.example.org";
        return false;
      },
      readiness: async () => "ready",
      findEndpoint: () => undefined,
      serveOtherBuild: async () => false,
      sharedPages,
      servePage: (_turn, request, response) => rendered(request, response, ++count),
    }),
  );
  await once(portal.server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void portal.server.close().closeAllConnections());
  const { port } = portal.server.address() as AddressInfo;
  const open = (path = "/sign-in", headers: Record<string, string> = {}, method = "GET") =>
    send({ port, path, headers, method }).end();
  async function get(...args: Parameters<typeof open>) {
    const [response]: IncomingMessage[] = await once(open(...args), "response");
    const { headers, statusCode } = response as IncomingMessage;
    const body = await buffer(response as IncomingMessage);
    const html = headers["content-encoding"] === "br" ? brotliDecompressSync(body) : body;
    return { status: statusCode, headers, html: html.toString() };
  }
  return { get, open, rendered, clear: sharedPages.clear, countSeen: () => seen };
}

/** Makes a response one whose reader takes nothing of it: it never drains. */
function stopTaking(response: ServerResponse): void {
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  response.write = ((...args: unknown[]) => write(...args) && false) as typeof response.write;
}

const pageNumber = (html: string) => /page (\d+)/.exec(html)?.[1];

test("serves the page of one visitor to the next from memory, as each accepts it", async () => {
  const { get, rendered } = await serve();
  await get();
  const plain = await get();
  const packed = await get("/sign-in", { "Accept-Encoding": "gzip, br" });
  expect(rendered).toHaveBeenCalledTimes(1);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(packed.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
    vary: "Accept-Encoding",
  });
  expect(packed.html).toBe(plain.html);
  expect(pageNumber(plain.html)).toBe("1");
  expect(packed.headers["x-request-id"]).not.toBe(plain.headers["x-request-id"]);
});

test("allows only the page's own scripts and styles by their hashes, and files of the build", async () => {
  const { get } = await serve();
  await get();
  const { headers, html } = await get("/sign-in", { Host: "10.0.0.7:3000" });
  expect(html).not.toContain("nonce1");
  expect(html).toContain(`<script>${SCRIPT}</script>`);
  expect(headers.link).toBe('</a.css>; rel=preload; as="style", </b.css>; rel=preload');
  expect(headers["content-security-policy"]).toBe(
    `script-src 10.0.0.7:3000/_next/static/ ${hash(SCRIPT)}; ` +
      `style-src 'self' ${hash(STYLE)}; base-uri 'none'`,
  );
});

test("allows no script at all where a page has none", async () => {
  const { get } = await serve(async (_request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.setHeader(
      "Content-Security-Policy",
      "script-src 'self' 'nonce-a1b2'; style-src 'self' 'nonce-a1b2'",
    );
    response.end('<script type="application/ld+json">{}</script><p>prices');
  });
  await get();
  const { headers } = await get();
  expect(headers["content-security-policy"]).toBe("script-src 'none'; style-src 'self'");
});

test("renders a shared page without anything of its reader", async () => {
  const { get, rendered } = await serve();
  await get("/", {
    Host: "ada.invalid",
    "User-Agent": "Ada's phone",
    "Accept-Language": "yo",
    Authorization: "Bearer ada",
    Referer: "http://portal.example/of/ada",
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Host": "ada.example.org",
  });
  expect(Object.keys(rendered.mock.calls[0]?.[0].headers ?? {}).sort()).toEqual([
    "host",
    "user-agent",
    "x-sent-url",
  ]);
  expect(JSON.stringify(rendered.mock.calls[0]?.[0].headers)).not.toMatch(/ada/i);
});

test("renders for its reader a page with a cookie, a query or a part, and every other page", async () => {
  const { get, rendered } = await serve();
  await get();
  const requests: Parameters<typeof get>[] = [
    ["/sign-in", { Cookie: "next-auth.session-token=ada" }],
    ["/sign-in", { Cookie: "device=1" }],
    ["/sign-in", { RSC: "1" }],
    ["/sign-in", { "Next-Router-Prefetch": "1" }],
    ["/sign-in", {}, "HEAD"],
    ["/sign-in", { "Content-Length": "0" }, "POST"],
    ["/sign-in?next=%2Fbuy"],
    ["/home"],
    ["/s/ada/order"],
    ["/s/ada/o/ABC123"],
    ["/s/ada?network=1"],
    ["/r/ada"],
    ["/sign-in", { Host: "[::1]" }],
  ];
  for (const each of requests) {
    await get(...each);
    await get(...each);
  }
  expect(rendered).toHaveBeenCalledTimes(1 + 2 * requests.length);
  const withCookie = rendered.mock.calls[1]?.[0].headers;
  expect(withCookie?.cookie).toBe("next-auth.session-token=ada");
});

test("never keeps a response with a cookie, another status or type, or without a nonce", async () => {
  const changes: ((response: ServerResponse) => unknown)[] = [
    (response) => response.setHeader("Set-Cookie", "device=ada"),
    (response) => response.appendHeader("Set-Cookie", "device=ada"),
    (response) => Object.assign(response, { statusCode: 404 }),
    (response) => Object.assign(response, { statusCode: 503 }),
    (response) => response.setHeader("Content-Type", "application/json"),
    (response) => response.setHeader("Content-Security-Policy", "default-src 'none'"),
    (response) => response.write("x".repeat(2 * 1024 * 1024)),
  ];
  for (const change of changes) {
    const { get, rendered } = await serve(createRender(change));
    await get();
    await get();
    expect(rendered, String(change)).toHaveBeenCalledTimes(2);
  }
});

test("renders a page once for all who ask meanwhile, also for a reader who takes nothing of it", async () => {
  const begun = Promise.withResolvers<void>();
  const { get, open, rendered, countSeen } = await serve(createRender(undefined, () => begun.promise));
  open("/sign-in", { "X-Takes": "nothing" }).on("error", () => {});
  await vi.waitUntil(() => rendered.mock.calls.length > 0);
  const requests = Array.from({ length: 300 }, () => get());
  await vi.waitUntil(() => countSeen() === 301);
  begun.resolve();
  for (const { status, html } of await Promise.all(requests))
    expect([status, pageNumber(html)]).toEqual([200, "1"]);
  expect(rendered).toHaveBeenCalledTimes(1);
});

test("renders a page for the others when its first reader leaves", async () => {
  const begun = Promise.withResolvers<void>();
  const { get, open, rendered } = await serve(createRender(undefined, () => begun.promise));
  const first = open().on("error", () => {});
  await vi.waitUntil(() => rendered.mock.calls.length > 0);
  const requests = Array.from({ length: 20 }, () => get());
  first.destroy();
  await vi.waitUntil(() => rendered.mock.calls.length > 1);
  begun.resolve();
  for (const { status } of await Promise.all(requests)) expect(status).toBe(200);
});

test("keeps each page, and that of each shop's own host, apart", async () => {
  const { get } = await serve();
  const getAll = async () => {
    const ofPortal = ["/", "/sign-in", "/s/ada", "/s/obi"].map((path) => get(path));
    const pages = await Promise.all([...ofPortal, get("/s/ada", { Host: "ada.example.org" })]);
    return pages.map(({ html }) => pageNumber(html));
  };
  const first = await getAll();
  expect(new Set(first).size).toBe(5);
  expect(await getAll()).toEqual(first);
});

test("renders again after a change, and keeps nothing that was rendered before it", async () => {
  let held: PromiseWithResolvers<void> | undefined;
  const { get, rendered, clear } = await serve(createRender(undefined, async () => held?.promise));
  await get();
  clear();
  expect(pageNumber((await get()).html)).toBe("2");
  clear();
  held = Promise.withResolvers();
  const before = get();
  await vi.waitUntil(() => rendered.mock.calls.length === 3);
  clear();
  const after = get();
  await vi.waitUntil(() => rendered.mock.calls.length === 4);
  held.resolve();
  expect(pageNumber((await before).html)).toBe("3");
  expect(pageNumber((await after).html)).toBe("4");
  expect(pageNumber((await get()).html)).toBe("4");
});

test("renders again after the life of a page", async () => {
  const { get, rendered } = await serve(createRender(), 100);
  await vi.waitUntil(() => get().then(() => rendered.mock.calls.length > 1));
});

test("drops the oldest pages above 8 MB, however many addresses are asked for", async () => {
  const { get, rendered } = await serve(createRender((response) => response.write("x".repeat(900_000))));
  for (let n = 0; n < 12; n++) await get(`/s/shop-${n}`);
  await get("/s/shop-11");
  expect(rendered).toHaveBeenCalledTimes(12);
  await get("/s/shop-0");
  expect(rendered).toHaveBeenCalledTimes(13);
});
