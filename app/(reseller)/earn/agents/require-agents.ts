import { notFound } from "next/navigation";
import { getPageFrame } from "#app/(reseller)/page-frame.ts";
import type { Ctx } from "#lib/core/context";

/** Not found for a reseller who has no agents and may have none. */
export async function requireAgents(ctx: Ctx): Promise<void> {
  if (!(await getPageFrame(ctx)).hasAgents) notFound();
}
