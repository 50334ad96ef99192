import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { ROOT } from "#bin/root";
import { chooseCoding } from "./choose-coding.ts";

export const STATIC_DIR = `${ROOT}.next/static/`;
const SUFFIX = { br: ".br", gzip: ".gz" } as const;
export const CONTENT_TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};

/** Compresses a build's files for browsers, once and as well as possible, into files beside them: on all processors. */
export async function compressStaticFiles(dir = STATIC_DIR): Promise<void> {
  await Promise.all(
    globSync("**/*.{js,css,svg}", { cwd: dir }).map(async (file) => {
      const body = await readFile(dir + file);
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
      await writeFile(dir + file + SUFFIX.br, await promisify(brotliCompress)(body, { params }));
      await writeFile(dir + file + SUFFIX.gzip, await promisify(gzip)(body, { level: 9 }));
    }),
  );
}

/** Serves the compressed variant of a build's file, if there is one and the client accepts it. */
export function serveStaticFiles(
  dir = STATIC_DIR,
): (request: IncomingMessage, response: ServerResponse) => void {
  const packed = new Set(globSync("**/*.{br,gz}", { cwd: dir }).map((file) => `/_next/static/${file}`));
  return (request, response) => {
    const coding = chooseCoding(request.headers["accept-encoding"]);
    const path = request.url?.replace(/\?.*$/, "") ?? "";
    const type = CONTENT_TYPES[extname(path)];
    if (!type || !packed.has(path + SUFFIX.br)) return;
    response.setHeader("Vary", "Accept-Encoding");
    if (!coding) return;
    response.setHeader("Content-Encoding", coding);
    response.setHeader("Content-Type", type);
    request.url = path + SUFFIX[coding];
  };
}
