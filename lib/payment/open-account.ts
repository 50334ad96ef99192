import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { wallets } from "#db/schema/ledger";
import { paymentAccounts } from "#db/schema/payment";
import { record } from "#lib/audit/record";
import { toMobileNumber } from "#lib/core/contact-phone";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { invalid, PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { configured, type Providers } from "./configured.ts";
import { PROVIDER_NAMES } from "./names.ts";
import {
  IDENTITIES,
  type OpenAccount,
  type OwnAccount,
  PaymentRefused,
  PaymentUnanswered,
  type Provider,
  type ProviderName,
} from "./provider.ts";
import { paymentSettings } from "./settings.ts";

export const OpenOwnAccountInput = z.object({
  /** As a person types it; in E.164 after it was read. */
  phone: z.string("Type your number.").trim().max(40).transform(toMobileNumber),
  /** For a provider that demands one: handed to it in this very request, and kept nowhere. */
  identityKind: z.enum(IDENTITIES).optional(),
  identityNumber: z.string().trim().max(40).optional(),
});
export type OpenOwnAccountInput = z.input<typeof OpenOwnAccountInput>;

type Account = typeof paymentAccounts.$inferSelect;
type Identity = NonNullable<OpenAccount["identity"]>;

/** So long, whoever began to ask is waited for: longer than a provider may take for all of its answers. */
export const ASKING = sql`now() + interval '2 minutes'`;

/**
 * Asks the provider of the operator's choice for an account number of the acting reseller's own: one, however often this
 * is called. While the provider has not clearly answered it stays `asked`, and a sweep asks again.
 * @throws invalid at `phone` or `identityNumber`; unavailable where nobody gives numbers; conflict when theirs is
 *   retired, or with the provider's words when it refuses.
 */
export async function openOwnAccount(
  ctx: Ctx,
  input: OpenOwnAccountInput,
  using: Providers = configured(),
): Promise<"asked" | "open"> {
  requireReseller(ctx);
  const wanted = OpenOwnAccountInput.parse(input);
  const provider = await accountProvider(ctx, using);
  if (!provider) throw new PortalError("unavailable", "Account numbers are not given out at the moment.");
  const identity = identityOf(provider, wanted);
  const account = await beginAsking(ctx, provider.name, wanted.phone);
  return account ? askForAccount(ctx, provider, account, identity) : stateOf(ctx, provider.name);
}

/** Who gives account numbers: the operator's choice, while it has keys and is switched on. */
export async function accountProvider(ctx: Ctx, using: Providers): Promise<Provider | undefined> {
  const { accountsBy, off } = await paymentSettings(ctx);
  return [...using.values()].find(({ name }) => name === accountsBy && !off.includes(name));
}

function identityOf(
  { demands }: Provider,
  { identityKind, identityNumber }: z.output<typeof OpenOwnAccountInput>,
): Identity | undefined {
  if (demands.length === 0) return undefined;
  if (!identityKind || !demands.includes(identityKind))
    throw invalid("identityKind", "Choose which number it is.");
  const number = identityNumber?.replace(/[\s-]/g, "") ?? "";
  if (!/^\d{11}$/.test(number)) throw invalid("identityNumber", "It has 11 digits.");
  return { kind: identityKind, number };
}

/** The account to ask for; undefined when there is one, or somebody asks for it now. */
function beginAsking(ctx: Ctx, provider: ProviderName, phone: string): Promise<Account | undefined> {
  const { id: resellerId } = requireReseller(ctx);
  return inTransaction(ctx, async (tx) => {
    const [owner] = await tx.db
      .select({ name: accounts.name, email: accounts.email })
      .from(wallets)
      .innerJoin(accounts, eq(accounts.id, wallets.resellerId))
      .where(eq(wallets.resellerId, resellerId))
      .for("update", { of: wallets });
    if (!owner) throw new Error("A reseller has no wallet.");
    const same = and(eq(paymentAccounts.resellerId, resellerId), eq(paymentAccounts.provider, provider));
    const [before] = await tx.db.select().from(paymentAccounts).where(same);
    if (before?.state === "retired")
      throw new PortalError("conflict", "Your account number is retired. Ask us for help.");
    const asks = {
      ...owner,
      phone,
      state: "asked",
      refusal: null,
      askingUntil: ASKING,
      nextCheckAt: ASKING,
    } as const;
    const [account] = before
      ? await tx.db
          .update(paymentAccounts)
          .set({ ...asks, askedAt: sql`now()`, tries: 0 })
          .where(and(same, inArray(paymentAccounts.state, ["asked", "refused"]), isFree))
          .returning()
      : await tx.db
          .insert(paymentAccounts)
          .values({ ...asks, resellerId, provider, owner: newOwner(), currency: env().CURRENCY })
          .returning();
    if (account && before?.state !== "asked")
      await record(tx, {
        ...about(account),
        action: "account_number.asked",
        before: { account: before?.state ?? null },
        after: { account: "asked", provider },
      });
    return account;
  });
}

/** Nobody asks for it at this moment. */
export const isFree = or(isNull(paymentAccounts.askingUntil), lt(paymentAccounts.askingUntil, sql`now()`));

const newOwner = () => `W${randomUUID().replaceAll("-", "")}`;

const about = ({ id, resellerId }: Account) => ({ subject: "account_number", subjectId: id, resellerId });

async function stateOf(ctx: Ctx, provider: ProviderName): Promise<"asked" | "open"> {
  const { id } = requireReseller(ctx);
  const [found] = await ctx.db
    .select({ state: paymentAccounts.state })
    .from(paymentAccounts)
    .where(and(eq(paymentAccounts.resellerId, id), eq(paymentAccounts.provider, provider)));
  return found?.state === "open" ? "open" : "asked";
}

/**
 * Asks the provider, outside of any transaction, and writes down what it says. The caller has begun to ask; the same
 * owner again is the same account there. @throws conflict with the provider's words when it refuses.
 */
export async function askForAccount(
  ctx: Ctx,
  provider: Provider,
  account: Account,
  identity?: Identity,
): Promise<"asked" | "open"> {
  const { owner, name, email, phone } = account;
  try {
    const told = await provider.openAccount({ owner, name, email, phone, ...(identity && { identity }) });
    return await settle(ctx, account, told);
  } catch (error) {
    if (!(error instanceof PaymentRefused || error instanceof PaymentUnanswered)) throw error;
    // A provider may repeat what it was given.
    const why = identity ? error.why.replaceAll(identity.number, "…") : error.why;
    log.warn("payment.account_not_opened", { provider: provider.name, account: account.id, why });
    if (error instanceof PaymentUnanswered) return "asked";
    await refuse(ctx, account, why);
    throw new PortalError("conflict", `${PROVIDER_NAMES[provider.name]} did not open it: ${why}`);
  }
}

async function settle(ctx: Ctx, account: Account, told: OwnAccount): Promise<"asked" | "open"> {
  if (told.state === "pending") {
    const soon = sql`now() + interval '1 minute'`;
    await ctx.db
      .update(paymentAccounts)
      .set({ askingUntil: null, nextCheckAt: soon })
      .where(stillAsked(account));
    return "asked";
  }
  const { number, bank, holder } = told;
  await inTransaction(ctx, async (tx) => {
    const [opened] = await tx.db
      .update(paymentAccounts)
      .set({
        ...{ state: "open", number, bank, holder, askingUntil: null, tries: 0 },
        ...{ openedAt: sql`now()`, nextCheckAt: sql`now() + interval '15 minutes'` },
      })
      .where(stillAsked(account))
      .returning({ id: paymentAccounts.id });
    if (opened)
      await record(tx, {
        ...about(account),
        action: "account_number.opened",
        before: { account: "asked" },
        after: { account: "open", provider: account.provider },
      });
  });
  return "open";
}

async function refuse(ctx: Ctx, account: Account, why: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [refused] = await tx.db
      .update(paymentAccounts)
      .set({ state: "refused", refusal: why, askingUntil: null, nextCheckAt: null })
      .where(stillAsked(account))
      .returning({ id: paymentAccounts.id });
    if (refused)
      await record(tx, {
        ...about(account),
        action: "account_number.refused",
        before: { account: "asked" },
        after: { account: "refused", provider: account.provider },
      });
  });
}

const stillAsked = ({ id }: Account) => and(eq(paymentAccounts.id, id), eq(paymentAccounts.state, "asked"));
