import { findExamplePlan } from "#lib/api/openapi/find-example-plan";
import { formatGuide } from "#lib/api/openapi/guide";
import { getCurrentCtx } from "#lib/request/actor";

export const dynamic = "force-dynamic";

/** Sends the guide for programmers as Markdown. Open to everyone, like the OpenAPI document. */
export async function GET(): Promise<Response> {
  const guide = formatGuide(await findExamplePlan(await getCurrentCtx()));
  return new Response(guide, { headers: { "Content-Type": "text/markdown; charset=utf-8" } });
}
