import { gt, inArray, ne, or, sql } from "drizzle-orm";
import { suppliers } from "#db/schema/supplier";
import type { Ctx, Level } from "#lib/core/context";
import { invalidError, PortalError } from "#lib/core/error";
import { computeKeyedHash, computeKeyedHashes } from "#lib/core/seal";
import { getMainAccount, MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { fetchPlans } from "#lib/upstream/fetch-plans";
import { type PlanList, TokenRejected } from "#lib/upstream/plan-list";
import { rejectPrivateService } from "./private-service.ts";

interface Credentials {
  baseUrl: string;
  token: string;
}

interface Trial extends Credentials {
  dialect: string;
}

/** The time limit of a trial: an admin waits for it, so it takes less long than a sync. */
export const TRIAL_MS = 20_000;

/**
 * Fetches the plan list with an account that isn't saved yet.
 * @throws invalid at `secretToken`, `baseUrl` or `level`
 */
export async function tryAccount(account: Trial & { level: Level }): Promise<PlanList> {
  await rejectPrivateService(account.baseUrl, getMainAccount().baseUrl);
  const list = await fetchTrialList(account);
  const amounts = list.networks.flatMap(({ types }) => types.flatMap(({ plans }) => plans));
  if (list.source === "plain")
    throw invalidError(
      "baseUrl",
      "This service lists no prices for each level, so the portal can’t know what a plan costs.",
    );
  if (amounts.every((plan) => plan.amounts[account.level] === null))
    throw invalidError("level", "This service lists no prices for this level.");
  return list;
}

async function fetchTrialList(account: Trial): Promise<PlanList> {
  try {
    return await fetchPlans({ account, signal: AbortSignal.timeout(TRIAL_MS) });
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    if (error.cause instanceof TokenRejected)
      throw invalidError("secretToken", "The service rejects this token.", { cause: error });
    throw invalidError("baseUrl", nameService(error.message), { cause: error });
  }
}

export const nameService = (message: string): string => message.replace("The upstream", "The service");

/** The keyed hash that identifies an account: its service, by scheme, host and port, and its token. */
export const hashAccount = (account: Credentials): string =>
  computeKeyedHash(toAccountText(account), "supplier tokens");

const toAccountText = ({ baseUrl, token }: Credentials) => `${new URL(baseUrl).origin} ${token}`;

/**
 * Rejects an account that another supplier has: its balance would change by purchases of both.
 * @throws invalid at `secretToken`
 */
export async function rejectKnownAccount(ctx: Ctx, account: Credentials, ownId?: number): Promise<void> {
  if (toAccountText(account) === toAccountText(getMainAccount()))
    throw sameAccountError(await findSupplierName(ctx, MAIN_SUPPLIER_ID));
  const [known] = await ctx.db
    .select({ name: suppliers.name })
    .from(suppliers)
    .where(
      sql`${inArray(suppliers.account, computeKeyedHashes(toAccountText(account), "supplier tokens"))}
        and ${ownId === undefined ? or(gt(suppliers.id, 0)) : ne(suppliers.id, ownId)}`,
    );
  if (known) throw sameAccountError(known.name);
}

export const sameAccountError = (name: string) =>
  invalidError(
    "secretToken",
    `This is the account of ${name}. Another supplier needs an account of its own.`,
  );

async function findSupplierName(ctx: Ctx, id: number): Promise<string> {
  const [row] = await ctx.db
    .select({ name: suppliers.name })
    .from(suppliers)
    .where(sql`${suppliers.id} = ${id}`);
  return row?.name ?? "";
}
