import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packedFiles, packFiles } from "./packed-files.ts";

const SCRIPT = "export const words = 'again and again and again';\n".repeat(50);
let dir: string;

beforeAll(() => {
  dir = `${mkdtempSync(join(tmpdir(), "portal-packed-"))}/`;
  mkdirSync(`${dir}chunks`);
  writeFileSync(`${dir}chunks/one.js`, SCRIPT);
  writeFileSync(`${dir}chunks/letters.woff2`, "letters");
  packFiles(dir);
});
afterAll(() => rmSync(dir, { recursive: true }));

/** What the portal then looks for, and what it says of it. */
function asked(url: string, accept?: string) {
  const request = { url, headers: accept ? { "accept-encoding": accept } : {} } as IncomingMessage;
  const response = new ServerResponse(request);
  packedFiles(dir)(request, response);
  return { url: request.url, headers: { ...response.getHeaders() } };
}

test("what a build gives to browsers lies beside it, packed and unharmed", () => {
  expect(brotliDecompressSync(readFileSync(`${dir}chunks/one.js.br`)).toString()).toBe(SCRIPT);
  expect(gunzipSync(readFileSync(`${dir}chunks/one.js.gz`)).toString()).toBe(SCRIPT);
});

test.each([
  ["br, gzip", "br", ".br"],
  ["gzip", "gzip", ".gz"],
])("who takes %s gets the file so packed, under its own type", (accept, coding, suffix) => {
  expect(asked("/_next/static/chunks/one.js?v=1", accept)).toEqual({
    url: `/_next/static/chunks/one.js${suffix}`,
    headers: {
      vary: "Accept-Encoding",
      "content-encoding": coding,
      "content-type": "application/javascript; charset=UTF-8",
    },
  });
});

test("who takes neither gets the file as it is, and caches know that others do not", () => {
  const url = "/_next/static/chunks/one.js";
  expect(asked(url)).toEqual({ url, headers: { vary: "Accept-Encoding" } });
});

test.each(["/_next/static/chunks/letters.woff2", "/_next/static/chunks/other.js", "/home", "/../one.js"])(
  "%s was not packed, and is left alone",
  (url) => expect(asked(url, "br, gzip")).toEqual({ url, headers: {} }),
);
