import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { dedicatedAccounts } from "#db/schema/payment";
import { wallets } from "#db/schema/wallet";
import { recordAudit } from "#lib/audit/record-audit";
import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { conflictError, invalidError, PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { toMobileNumber } from "#lib/core/text/contact-phone";
import { type PaymentSettings, paymentSettings } from "#lib/payment/payment-settings";
import { getProviders, type Providers } from "#lib/payment/providers/configured-providers";
import {
  IDENTITY_KINDS,
  type OpenAccountRequest,
  PaymentUnclear,
  type Provider,
  type ProviderAccount,
  ProviderError,
  type ProviderName,
} from "#lib/payment/providers/provider";
import { PROVIDERS } from "#lib/payment/providers/providers";

export const RequestDedicatedAccountInput = z.object({
  /** As a person types it; in E.164 after it was read. */
  phone: z.string("Enter your phone number.").trim().max(40).transform(toMobileNumber),
  /** For a provider that demands one: handed to it in this very request, and kept nowhere. */
  identityKind: z.enum(IDENTITY_KINDS).optional(),
  identityNumber: z.string().trim().max(40).optional(),
});
export type RequestDedicatedAccountInput = z.input<typeof RequestDedicatedAccountInput>;

type PaymentAccountRow = typeof dedicatedAccounts.$inferSelect;
type Identity = NonNullable<OpenAccountRequest["identity"]>;

/** Longer than a provider may take for all responses to one request. */
export const REQUEST_DEADLINE = sql`now() + interval '2 minutes'`;

/**
 * Requests a dedicated account for the acting reseller from the provider that the operator chose:
 * one, however often this is called. Stays `requested` until the provider responds clearly; a
 * sweep repeats the request.
 * @throws invalid at `phone` or `identityNumber`; unavailable when no provider is chosen; conflict when the
 * account is retired, or with the provider's reason for a rejection
 */
export async function requestDedicatedAccount(
  ctx: Ctx,
  input: RequestDedicatedAccountInput,
  providers: Providers = getProviders(),
): Promise<"requested" | "open"> {
  requireReseller(ctx);
  const wanted = RequestDedicatedAccountInput.parse(input);
  const provider = findAccountProvider(await readSettings(ctx, paymentSettings), providers);
  if (!provider)
    throw new PortalError(
      "unavailable",
      "Dedicated accounts aren’t available at the moment. Try again later.",
    );
  const identity = parseIdentity(provider, wanted);
  const account = await startAccountRequest(ctx, provider.name, wanted.phone);
  return account ? openAtProvider(ctx, provider, account, identity) : getAccountState(ctx, provider.name);
}

/** Returns the operator's provider for dedicated accounts, while it has keys and is turned on. */
export function findAccountProvider(settings: PaymentSettings, providers: Providers): Provider | undefined {
  return [...providers.values()].find(
    ({ name }) => name === settings.dedicatedAccountProvider && settings[name],
  );
}

function parseIdentity(
  { name }: Provider,
  { identityKind, identityNumber }: z.output<typeof RequestDedicatedAccountInput>,
): Identity | undefined {
  const { identityKinds = [] } = PROVIDERS[name].dedicatedAccounts ?? {};
  if (identityKinds.length === 0) return undefined;
  if (!identityKind || !identityKinds.includes(identityKind))
    throw invalidError("identityKind", "Select BVN or NIN.");
  const number = identityNumber?.replace(/[\s-]/g, "") ?? "";
  if (!/^\d{11}$/.test(number)) throw invalidError("identityNumber", "Enter all 11 digits.");
  return { kind: identityKind, number };
}

/** Returns the account to request; undefined when it is open, or another process requests it now. */
function startAccountRequest(
  ctx: Ctx,
  provider: ProviderName,
  phone: string,
): Promise<PaymentAccountRow | undefined> {
  const { id: resellerId } = requireReseller(ctx);
  return inTransaction(ctx, async (tx) => {
    const [owner] = await tx.db
      .select({ name: accounts.name, email: accounts.email })
      .from(wallets)
      .innerJoin(accounts, eq(accounts.id, wallets.resellerId))
      .where(eq(wallets.resellerId, resellerId))
      .for("update", { of: wallets });
    if (!owner) throw new Error("The reseller has no wallet.");
    const same = and(eq(dedicatedAccounts.resellerId, resellerId), eq(dedicatedAccounts.provider, provider));
    const [before] = await tx.db.select().from(dedicatedAccounts).where(same);
    if (before?.state === "retired")
      throw conflictError("Your dedicated account is closed. Contact support.");
    const asks = {
      ...owner,
      phone,
      state: "requested",
      rejection: null,
      claimedUntil: REQUEST_DEADLINE,
      nextCheckAt: REQUEST_DEADLINE,
    } as const;
    const [account] = before
      ? await tx.db
          .update(dedicatedAccounts)
          .set({ ...asks, requestedAt: sql`now()`, tries: 0 })
          .where(and(same, inArray(dedicatedAccounts.state, ["requested", "rejected"]), hasNoOpenRequest))
          .returning()
      : await tx.db
          .insert(dedicatedAccounts)
          .values({ ...asks, resellerId, provider, owner: createOwnerId(), currency: env().CURRENCY })
          .returning();
    if (account && before?.state !== "requested")
      await recordAudit(tx, {
        ...toAuditSubject(account),
        action: "dedicated_account.requested",
        before: { account: before?.state ?? null },
        after: { account: "requested", provider },
      });
    return account;
  });
}

/** Whether no process requests it now. */
export const hasNoOpenRequest = or(
  isNull(dedicatedAccounts.claimedUntil),
  lt(dedicatedAccounts.claimedUntil, sql`now()`),
);

const createOwnerId = () => `W${randomUUID().replaceAll("-", "")}`;

const toAuditSubject = ({ id, resellerId }: PaymentAccountRow) => ({
  subject: "account_number",
  subjectId: id,
  resellerId,
});

async function getAccountState(ctx: Ctx, provider: ProviderName): Promise<"requested" | "open"> {
  const { id } = requireReseller(ctx);
  const [found] = await ctx.db
    .select({ state: dedicatedAccounts.state })
    .from(dedicatedAccounts)
    .where(and(eq(dedicatedAccounts.resellerId, id), eq(dedicatedAccounts.provider, provider)));
  return found?.state === "open" ? "open" : "requested";
}

/**
 * Asks the provider, outside of any transaction, and records what it says. The caller has begun to ask; the
 * same owner again is the same account there.
 * @throws conflict with the provider's words when it rejects the request.
 */
export async function openAtProvider(
  ctx: Ctx,
  provider: Provider,
  account: PaymentAccountRow,
  identity?: Identity,
): Promise<"requested" | "open"> {
  const { owner, name, email, phone } = account;
  try {
    const response = await provider.openAccount({ owner, name, email, phone, ...(identity && { identity }) });
    return await saveProviderAccount(ctx, account, response);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // A provider may repeat what it was given.
    const reason = identity ? error.reason.replaceAll(identity.number, "…") : error.reason;
    log.warn("payment.account_not_opened", { provider: provider.name, account: account.id, reason: reason });
    if (error instanceof PaymentUnclear) return "requested";
    await endAccountRequest(ctx, account, { state: "rejected", rejection: reason, nextCheckAt: null });
    throw conflictError(`${PROVIDERS[provider.name].label} didn’t open your account: ${reason}`);
  }
}

async function saveProviderAccount(
  ctx: Ctx,
  account: PaymentAccountRow,
  response: ProviderAccount,
): Promise<"requested" | "open"> {
  if (response.state === "pending") {
    const soon = sql`now() + interval '1 minute'`;
    await ctx.db
      .update(dedicatedAccounts)
      .set({ claimedUntil: null, nextCheckAt: soon })
      .where(matchesPendingAccount(account));
    return "requested";
  }
  const { number, bank, holder } = response;
  await endAccountRequest(ctx, account, {
    state: "open",
    number,
    bank,
    holder,
    tries: 0,
    openedAt: sql`now()`,
    nextCheckAt: sql`now() + interval '15 minutes'`,
  });
  return "open";
}

/** Records the provider's decision on a request that is still pending. */
async function endAccountRequest(
  ctx: Ctx,
  account: PaymentAccountRow,
  decision: { state: "open" | "rejected" } & PgUpdateSetSource<typeof dedicatedAccounts>,
): Promise<void> {
  const { state } = decision;
  await inTransaction(ctx, async (tx) => {
    const [ended] = await tx.db
      .update(dedicatedAccounts)
      .set({ ...decision, claimedUntil: null })
      .where(matchesPendingAccount(account))
      .returning({ id: dedicatedAccounts.id });
    if (ended)
      await recordAudit(tx, {
        ...toAuditSubject(account),
        action: state === "open" ? "dedicated_account.opened" : "dedicated_account.rejected",
        before: { account: "requested" },
        after: { account: state, provider: account.provider },
      });
  });
}

const matchesPendingAccount = ({ id }: PaymentAccountRow) =>
  and(eq(dedicatedAccounts.id, id), eq(dedicatedAccounts.state, "requested"));
