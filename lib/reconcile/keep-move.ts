import { upstreamMoves } from "#db/schema/reconcile";
import { actorName, type Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { lookAgain } from "./marks.ts";

interface Move {
  amount: Minor;
  earliest: Date;
  latest: Date;
  reason: string;
}

/** Keeps a move of the upstream's balance that no purchase made; the chain looks at that time again. */
export async function keepMove(ctx: Ctx, move: Move): Promise<void> {
  // Its row is everybody's turn: the moves' numbers are in the order in which they come to be seen.
  await lookAgain(ctx, move.earliest);
  await ctx.db.insert(upstreamMoves).values({ ...move, actor: actorName(ctx.actor) });
}
