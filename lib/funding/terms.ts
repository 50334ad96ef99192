import { fundingTerms } from "#db/schema/funding";
import { type Ctx, requirePerson } from "#lib/core/context";

/** How resellers are told to pay, in the operator's words; empty while nothing was said. */
export async function terms(ctx: Ctx): Promise<{ text: string; version: number }> {
  if (ctx.actor.kind !== "system") requirePerson(ctx);
  const { text, version } = fundingTerms;
  const [row] = await ctx.db.select({ text, version }).from(fundingTerms);
  return row ?? { text: "", version: 0 };
}
