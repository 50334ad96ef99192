import { once } from "node:events";
import {
  request as ask,
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { compress } from "./compress.ts";

const PAGE = "<p>All that a page says, over and over again.</p>".repeat(200);

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    compress(request, response);
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

async function get(url: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const [response] = await once(ask(url, { headers, method }).end(), "response");
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

/** Starts a server that responds with PAGE as HTML and these headers. */
const page = (headers: Record<string, string> = {}, status = 200) =>
  serve((_request, response) => {
    response.writeHead(status, { "Content-Type": "text/html; charset=utf-8", ...headers });
    response.end(PAGE);
  });

const BROWSER = { "Accept-Encoding": "gzip, deflate, br, zstd" };

test("compresses a page with the preferred coding of its client, and not where it accepts none", async () => {
  const url = await page();
  const liked = {
    "gzip, deflate, br, zstd": "br",
    gzip: "gzip",
    "br;q=0.5, gzip;q=0.8": "gzip",
    "br;q=0, gzip": "gzip",
    "*": "br",
    "*;q=0.1, br;q=0": "gzip",
    "GZIP; Q=1": "gzip",
    "gzip;q=0, br;q=0": undefined,
    "identity, gzip;q=0.5": undefined,
    "gzip;q=often": undefined,
    "": undefined,
  };
  for (const [accepted, coding] of Object.entries(liked)) {
    const { headers, body } = await get(url, { "Accept-Encoding": accepted });
    expect([accepted, headers["content-encoding"]]).toEqual([accepted, coding]);
    expect(headers.vary).toBe("Accept-Encoding");
    const plain = coding === "br" ? brotliDecompressSync(body) : coding ? gunzipSync(body) : body;
    expect(plain.toString()).toBe(PAGE);
  }
  expect((await get(url)).body.toString()).toBe(PAGE);
});

test("compresses many small writes, each with its flush, about as well as one", async () => {
  const url = await serve((_request, response) => {
    response.setHeader("Content-Type", "text/html");
    for (const letter of PAGE) {
      response.write(letter);
      (response as ServerResponse & { flush(): void }).flush();
    }
    response.end();
  });
  const { body } = await get(url, BROWSER);
  const { body: atOnce } = await get(await page(), BROWSER);
  expect(brotliDecompressSync(body).toString()).toBe(PAGE);
  expect(body.length).toBeLessThan(2 * atOnce.length);
});

test("sends the data before a pause without waiting for the rest", async () => {
  const rest = Promise.withResolvers<void>();
  const url = await serve(async (_request, response) => {
    response.setHeader("Content-Type", "text/html").write(PAGE);
    (response as ServerResponse & { flush(): void }).flush();
    await rest.promise;
    response.end("the rest");
  });
  const [response] = await once(ask(url, { headers: BROWSER }).end(), "response");
  expect(response.headers["content-encoding"]).toBe("br");
  let text = "";
  for await (const part of response.pipe(createBrotliDecompress())) {
    text += part;
    if (text === PAGE) rest.resolve();
  }
  expect(text).toBe(`${PAGE}the rest`);
});

test("sends events unchanged, at once", async () => {
  const url = await serve((_request, response) => {
    response.setHeader("Content-Type", "text/event-stream; charset=utf-8").write(`data: ${PAGE}\n\n`);
  });
  const [response] = await once(ask(url, { headers: BROWSER }).end(), "response");
  expect(response.headers).not.toHaveProperty("content-encoding");
  const [part] = await once(response, "data");
  expect(String(part)).toContain("data: <p>");
  response.destroy();
});

test("leaves compressed data, other types than text, parts of files and no-transform responses unchanged", async () => {
  const responses = [
    await get(await page({ "Content-Encoding": "zstd" }), BROWSER),
    await get(await page({ "Content-Type": "image/png" }), BROWSER),
    await get(await page({ "Content-Range": "bytes 0-8999/100000" }, 206), BROWSER),
    await get(await page({ "Cache-Control": "private, no-transform" }), BROWSER),
  ];
  for (const { body } of responses) expect(body.toString()).toBe(PAGE);
});

test("leaves a short response unchanged", async () => {
  const url = await serve((_request, response) => {
    response.setHeader("Content-Type", "application/json").end("{}");
  });
  const { headers, body } = await get(url, BROWSER);
  expect(headers).toMatchObject({ vary: "Accept-Encoding" });
  expect(headers).not.toHaveProperty("content-encoding");
  expect(body.toString()).toBe("{}");
});

test("sends no header of a body in a response without one", async () => {
  const length = { "Content-Length": String(PAGE.length) };
  const head = await get(await page(length), BROWSER, "HEAD");
  expect(head.headers).toMatchObject({ vary: "Accept-Encoding" });
  expect(head.headers).not.toHaveProperty("content-encoding");
  expect((await get(await page(length), {}, "HEAD")).headers).toMatchObject({
    "content-length": length["Content-Length"],
  });
  for (const status of [204, 304]) {
    const answer = await get(await page({ ETag: '"1"' }, status), BROWSER);
    expect(answer).toMatchObject({ status, headers: { etag: '"1"' } });
    expect(answer.body).toHaveLength(0);
    expect(answer.headers).not.toHaveProperty("content-encoding");
  }
});

test("doesn't compress a response to another site's request with cookies", async () => {
  const url = await page();
  const coding = async (site: string, cookie?: string) =>
    (await get(url, { ...BROWSER, "Sec-Fetch-Site": site, ...(cookie && { Cookie: cookie }) })).headers[
      "content-encoding"
    ];
  expect([await coding("cross-site", "a=b"), await coding("same-site", "a=b")]).toEqual([
    undefined,
    undefined,
  ]);
  expect([
    await coding("cross-site"),
    await coding("same-origin", "a=b"),
    await coding("none", "a=b"),
  ]).toEqual(["br", "br", "br"]);
});

test("writes a long response no faster than it is read, and completely", async () => {
  const part = Buffer.from(
    Array.from({ length: 100_000 }, () => String.fromCharCode(33 + Math.random() * 90)).join(""),
  );
  let waited = 0;
  const url = await serve(async (_request, response) => {
    response.setHeader("Content-Type", "text/plain");
    for (let n = 0; n < 60; n++) {
      if (response.write(part)) continue;
      waited += 1;
      await once(response, "drain");
    }
    response.end();
  });
  const { body } = await get(url, BROWSER);
  expect(brotliDecompressSync(body)).toHaveLength(60 * part.length);
  expect(waited).toBeGreaterThan(5);
});

test("drops data written after the client has left", async () => {
  const left = Promise.withResolvers<boolean>();
  const url = await serve((_request, response) => {
    response.setHeader("Content-Type", "text/html").write(PAGE);
    response.once("close", () => left.resolve(response.write(PAGE)));
  });
  const request = ask(url, { headers: BROWSER }).end();
  await once(request, "response");
  request.destroy();
  expect(await left.promise).toBe(false);
});
