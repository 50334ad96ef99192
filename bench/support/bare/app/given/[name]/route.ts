import { readGiven } from "../../read-given.ts";

export const dynamic = "force-dynamic";

export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  return new Response(readGiven((await params).name), { headers: { "Content-Type": "application/json" } });
}

/** Reads its body as JSON before it answers. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  await request.json();
  return new Response(readGiven((await params).name), { headers: { "Content-Type": "application/json" } });
}

interface RouteContext {
  params: Promise<{ name: string }>;
}
