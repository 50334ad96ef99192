import { formatLlmsIndex } from "#lib/api/openapi/guide";

export const dynamic = "force-dynamic";

/** Sends the index of the pages for programs. Open to everyone. */
export function GET(): Response {
  return new Response(formatLlmsIndex(), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
