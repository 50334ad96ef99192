import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { providerTransactions, paymentAccounts as table } from "#db/schema/payment";
import { Id } from "#lib/core/amount";
import { type Ctx, requireReseller, requireSystem } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { configured, type Providers } from "./configured.ts";
import { PaymentRefused, PaymentUnanswered, type Provider } from "./provider.ts";
import { recordMoney } from "./record-money.ts";
import { moneyOf } from "./verify-payment.ts";

type Account = typeof table.$inferSelect;

/**
 * Asks a provider what came to an account number since then, and writes down what is new. Only the portal itself does;
 * never inside a transaction. @returns how many were new. @throws PaymentUnanswered when nothing definite is known.
 */
export async function receiveTransfers(
  ctx: Ctx,
  provider: Provider,
  { owner, email, number }: Pick<Account, "owner" | "email" | "number">,
  since: Date,
): Promise<number> {
  requireSystem(ctx);
  if (number === null) return 0;
  const told = await provider.received({ owner, email, number, since });
  const paid = told.filter(({ state }) => state === "paid").map((said) => moneyOf(provider.name, said));
  const { transaction } = providerTransactions;
  const known = await ctx.db
    .select({ transaction })
    .from(providerTransactions)
    .where(
      and(
        eq(providerTransactions.provider, provider.name),
        inArray(
          transaction,
          paid.map((one) => one.transaction),
        ),
      ),
    );
  const seen = new Set(known.map((one) => one.transaction));
  let fresh = 0;
  for (const money of paid)
    if (!seen.has(money.transaction) && (await recordMoney(ctx, provider.name, money))) fresh += 1;
  return fresh;
}

/** A reseller asks at most this often, in seconds, and this far back. */
const PAUSE = 30;
const BACK_MS = 30 * 86_400_000;

export const LookForTransfersInput = z.object({ id: Id });
export type LookForTransfersInput = z.input<typeof LookForTransfersInput>;

/**
 * Asks the provider once more what came to the acting reseller's account number in the last thirty days.
 * @returns how many transfers were new, or `unanswered`. @throws not_found; rate_limited when it was asked a moment ago.
 */
export async function lookForTransfers(
  ctx: Ctx,
  input: LookForTransfersInput,
  using: Providers = configured(),
): Promise<number | "unanswered"> {
  const { id: resellerId } = requireReseller(ctx);
  const { id } = LookForTransfersInput.parse(input);
  const mine = and(
    eq(table.id, id),
    eq(table.resellerId, resellerId),
    inArray(table.state, ["open", "retired"]),
  );
  const [account] = await ctx.db.select().from(table).where(mine);
  if (!account) throw notFound("account number");
  const free = sql`(${table.lookedAt} is null or ${table.lookedAt} < now() - make_interval(secs => ${PAUSE}))`;
  const [taken] = await ctx.db
    .update(table)
    .set({ lookedAt: sql`now()` })
    .where(and(mine, free))
    .returning({ id: table.id });
  if (!taken) {
    const words = "We asked a moment ago. Ask again in half a minute.";
    throw new PortalError("rate_limited", words, { facts: { retryAfter: PAUSE } });
  }
  const provider = [...using.values()].find(({ name }) => name === account.provider);
  if (!provider) return "unanswered";
  const portal: Ctx = { ...ctx, actor: { kind: "system", name: "payment" } };
  try {
    return await receiveTransfers(portal, provider, account, new Date(Date.now() - BACK_MS));
  } catch (error) {
    if (!(error instanceof PaymentUnanswered || error instanceof PaymentRefused)) throw error;
    log.warn("payment.unanswered", { provider: provider.name, why: error.why });
    return "unanswered";
  }
}
