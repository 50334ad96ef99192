import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { compressStaticFiles, serveStaticFiles } from "./static-files.ts";

const SCRIPT = "export const words = 'again and again and again';\n".repeat(50);

const dir = `${mkdtempSync(join(tmpdir(), "portal-packed-"))}/`;
mkdirSync(`${dir}chunks`);
writeFileSync(`${dir}chunks/one.js`, SCRIPT);
writeFileSync(`${dir}chunks/letters.woff2`, "letters");
await compressStaticFiles(dir);
afterAll(() => rmSync(dir, { recursive: true }));

/** Requests a file, and returns the rewritten URL and the headers. */
function requestFile(url: string, accept?: string) {
  const request = { url, headers: accept ? { "accept-encoding": accept } : {} } as IncomingMessage;
  const response = new ServerResponse(request);
  serveStaticFiles(dir)(request, response);
  return { url: request.url, headers: { ...response.getHeaders() } };
}

test("compresses a build's files for browsers without loss", () => {
  expect(brotliDecompressSync(readFileSync(`${dir}chunks/one.js.br`)).toString()).toBe(SCRIPT);
  expect(gunzipSync(readFileSync(`${dir}chunks/one.js.gz`)).toString()).toBe(SCRIPT);
});

test.each([
  ["br, gzip", "br", ".br"],
  ["gzip", "gzip", ".gz"],
])("sends a client that accepts %s the file in that coding, with its own type", (accept, coding, suffix) => {
  expect(requestFile("/_next/static/chunks/one.js?v=1", accept)).toEqual({
    url: `/_next/static/chunks/one.js${suffix}`,
    headers: {
      vary: "Accept-Encoding",
      "content-encoding": coding,
      "content-type": "application/javascript; charset=UTF-8",
    },
  });
});

test("sends other clients the uncompressed file, with Vary for caches", () => {
  const url = "/_next/static/chunks/one.js";
  expect(requestFile(url)).toEqual({ url, headers: { vary: "Accept-Encoding" } });
});

test.each(["/_next/static/chunks/letters.woff2", "/_next/static/chunks/other.js", "/home", "/../one.js"])(
  "leaves %s unchanged, which was not compressed",
  (url) => expect(requestFile(url, "br, gzip")).toEqual({ url, headers: {} }),
);
