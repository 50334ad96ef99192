import { readExample } from "#lib/api/openapi/guide";

export const dynamic = "force-dynamic";

/** Sends an example program that the guide names, for a browser to show or save. Open to everyone. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ name: string }> },
): Promise<Response> {
  const text = readExample((await params).name);
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  return text === undefined
    ? new Response("There is no such example. The guide lists them: /guide\n", { status: 404, headers })
    : new Response(text, { headers });
}
