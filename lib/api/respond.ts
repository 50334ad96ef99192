import { createHash } from "node:crypto";
import type { Reply } from "./reply.ts";

/** A reply as an HTTP answer; one that may be kept carries an ETag, and is 304 to whoever has it already. */
export function respond(request: Request, reply: Reply, more: Record<string, string> = {}): Response {
  const headers = new Headers({ "Cache-Control": "no-store", Vary: "Authorization, Origin" });
  for (const [name, value] of Object.entries({ ...reply.headers, ...more })) headers.set(name, value);
  if (reply.body === undefined) return new Response(null, { status: reply.status, headers });

  const text = JSON.stringify(reply.body);
  headers.set("Content-Type", "application/json");
  if (reply.cacheable) {
    const tag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
    headers.set("ETag", tag);
    headers.set("Cache-Control", "private, no-cache");
    if (has(request.headers.get("if-none-match"), tag)) {
      headers.delete("Content-Type");
      return new Response(null, { status: 304, headers });
    }
  }
  headers.set("Content-Length", String(Buffer.byteLength(text)));
  return new Response(request.method === "HEAD" ? null : text, { status: reply.status, headers });
}

function has(ifNoneMatch: string | null, tag: string): boolean {
  const tags = ifNoneMatch?.split(",").map((one) => one.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(tag) || tags.includes("*");
}
