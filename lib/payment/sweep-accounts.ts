import { inArray, sql } from "drizzle-orm";
import { paymentAccounts as table } from "#db/schema/payment";
import { type Ctx, requireSystem } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import type { Providers } from "./configured.ts";
import { ASKING, askForAccount, isFree } from "./open-account.ts";
import { PaymentRefused, PaymentUnanswered } from "./provider.ts";
import { receiveTransfers } from "./receive-transfers.ts";

/** How many accounts one sweep asks for, one after the other: the longest waiting first. */
const MOST = 10;

/** A transfer may show this long after it was made. */
const LATE_MS = 6 * 3_600_000;

/**
 * Asks for accounts again whose answer was lost, and what came to those that are open: a lost notice only delays. A
 * retired number is asked for now and then, since people go on sending money to it.
 */
export async function sweepAccounts(ctx: Ctx, using: Providers): Promise<void> {
  requireSystem(ctx);
  const due = ctx.db
    .select({ id: table.id })
    .from(table)
    .where(sql`${table.nextCheckAt} <= now() and ${inArray(table.provider, [...using.keys()])} and ${isFree}`)
    .orderBy(table.nextCheckAt)
    .limit(MOST)
    .for("update", { skipLocked: true });
  const accounts = await ctx.db
    .update(table)
    .set({
      tries: sql`tries + 1`,
      askingUntil: sql`case when state = 'asked' then ${ASKING} end`,
      nextCheckAt: sql`now() + case state when 'open' then interval '15 minutes' when 'retired' then interval '6 hours'
        else least(interval '6 hours', interval '1 minute' * power(2, least(tries, 10))) end`,
    })
    .where(inArray(table.id, due))
    .returning();
  const silent = new Set<string>();
  for (const account of accounts) {
    // Who does not answer for one is not waited for with the others.
    if (silent.has(account.provider)) continue;
    if (!(await lookAt(ctx, account, using))) silent.add(account.provider);
  }
}

/** @returns whether its provider answered. */
async function lookAt(ctx: Ctx, account: typeof table.$inferSelect, using: Providers): Promise<boolean> {
  const provider = [...using.values()].find(({ name }) => name === account.provider);
  if (!provider) return true;
  const { id, state, heardAt, openedAt } = account;
  const begun = new Date();
  try {
    if (state === "asked") return (await askForAccount(ctx, provider, account)) === "open";
    const since = heardAt ?? openedAt ?? begun;
    await receiveTransfers(ctx, provider, account, new Date(since.getTime() - LATE_MS));
    await ctx.db.update(table).set({ heardAt: begun }).where(sql`id = ${id}`);
    return true;
  } catch (error) {
    // What it refused to open is written down already.
    if (error instanceof PortalError) return true;
    const known = error instanceof PaymentUnanswered || error instanceof PaymentRefused;
    if (known) log.warn("payment.unanswered", { provider: provider.name, why: error.why });
    else log.error("payment.account_not_asked", { provider: provider.name, account: id, error });
    return !(error instanceof PaymentUnanswered);
  }
}
