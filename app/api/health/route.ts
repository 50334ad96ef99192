import { isHealthy } from "#lib/web/health";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  if (await isHealthy()) return Response.json({ status: "ok" });
  return Response.json({ status: "unavailable" }, { status: 503, headers: { "Retry-After": "5" } });
}
