import { given } from "../../given";

export const dynamic = "force-dynamic";

export async function GET(_request: Request, { params }: Named): Promise<Response> {
  return new Response(given((await params).name), { headers: { "Content-Type": "application/json" } });
}

/** Reads its body as JSON before it answers. */
export async function POST(request: Request, { params }: Named): Promise<Response> {
  await request.json();
  return new Response(given((await params).name), { headers: { "Content-Type": "application/json" } });
}

interface Named {
  params: Promise<{ name: string }>;
}
