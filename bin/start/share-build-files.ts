import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { findBuildFile, keepBuildFiles } from "#lib/maintenance/build-files";
import { chooseCoding } from "./choose-coding.ts";
import { CONTENT_TYPES, STATIC_DIR } from "./static-files.ts";

const SUFFIX = ".br";
const STATIC_PATH = /^\/_next\/static\/([\w~-]+(?:\/[\w~.-]+)*)(?:\?|$)/;

/**
 * Keeps the script and style of this build in the database, before a page of it is served, and returns the
 * function that serves those of other builds from there.
 */
export async function shareBuildFiles(ctx: Ctx, dir = STATIC_DIR) {
  const paths = new Set(globSync(`**/*${SUFFIX}`, { cwd: dir }).map((file) => file.slice(0, -SUFFIX.length)));
  await keepBuildFiles(ctx, [...paths], (path) => readFile(dir + path + SUFFIX));

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = STATIC_PATH.exec(request.url ?? "")?.[1] ?? "";
    const type = CONTENT_TYPES[extname(path)];
    if (!type || paths.has(path) || !["GET", "HEAD"].includes(request.method ?? "")) return false;
    const body = await findBuildFile(ctx, path).catch((error: unknown) => {
      log.warn("build_file.not_read", { error });
      return undefined;
    });
    if (!body) return false;
    const packed = chooseCoding(request.headers["accept-encoding"]) === "br";
    response.writeHead(200, {
      "Content-Type": type,
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
      ...(packed && { "Content-Encoding": "br" }),
    });
    response.end(packed ? body : brotliDecompressSync(body));
    return true;
  };
}
