import { globSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { ROOT } from "../root.ts";
import { acceptedCoding } from "./accept-encoding.ts";

const BUILT = `${ROOT}.next/static/`;
const SUFFIX = { br: ".br", gzip: ".gz" } as const;
const TYPE: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};

/** Compresses what a build gives to browsers, once and as well as it can be, into files beside it. */
export function packFiles(dir = BUILT): void {
  for (const file of globSync("**/*.{js,css,svg}", { cwd: dir })) {
    const body = readFileSync(dir + file);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    writeFileSync(dir + file + SUFFIX.br, brotliCompressSync(body, { params }));
    writeFileSync(dir + file + SUFFIX.gzip, gzipSync(body, { level: 9 }));
  }
}

/** Where a file of the build is asked for that was packed: lets the packed one be the answer, if the reader takes it. */
export function packedFiles(dir = BUILT): (request: IncomingMessage, response: ServerResponse) => void {
  const packed = new Set(globSync("**/*.{br,gz}", { cwd: dir }).map((file) => `/_next/static/${file}`));
  return (request, response) => {
    const coding = acceptedCoding(request.headers["accept-encoding"]);
    const path = request.url?.replace(/\?.*$/, "") ?? "";
    const type = TYPE[extname(path)];
    if (!type || !packed.has(path + SUFFIX.br)) return;
    response.setHeader("Vary", "Accept-Encoding");
    if (!coding) return;
    response.setHeader("Content-Encoding", coding);
    response.setHeader("Content-Type", type);
    request.url = path + SUFFIX[coding];
  };
}
