import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { supplierSending, suppliers } from "#db/schema/supplier";
import { getApprovalLimit } from "#lib/audit/approval-limits";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { holdCatalogue } from "#lib/catalogue/change-catalogue";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { getViolatedConstraint } from "#lib/core/database-error";
import { conflictError, invalidError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { seal } from "#lib/core/seal";
import { Reason } from "#lib/core/text/reason";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { DIALECTS } from "#lib/upstream/dialects";
import type { PlanList } from "#lib/upstream/plan-list";
import { type AppliedList, applyPlanList, readDatabaseClock } from "./apply-plan-list.ts";
import { UNMATCH } from "./match-same-routes.ts";
import { refreshSupply } from "./refresh-supply.ts";
import { findSupplier, isHome } from "./supplier.ts";
import {
  accountFields,
  SupplierAddress,
  SupplierDialect,
  SupplierToken,
  usageFields,
} from "./supplier-fields.ts";
import { toSupplierSubject } from "./sync-supplier.ts";
import { hashAccount, rejectKnownAccount, sameAccountError, tryAccount } from "./try-account.ts";

type SupplierRow = typeof suppliers.$inferSelect;

const MAX_SUPPLIERS = 20;

export const AddSupplierInput = z.object({
  ...usageFields,
  ...accountFields,
  dialect: SupplierDialect.default(DIALECTS[0].name),
  baseUrl: SupplierAddress,
  secretToken: SupplierToken,
  reason: Reason,
});
export type AddSupplierInput = z.input<typeof AddSupplierInput>;

/**
 * Adds a supplier that is off, with the list of its plans: the account is tried before it is saved. The token
 * is sealed and never shown. Admins only.
 * @throws invalid at the field; conflict when there are too many
 */
export async function addSupplier(ctx: Ctx, input: AddSupplierInput): Promise<{ id: number } & AppliedList> {
  requireAdmin(ctx, "suppliers");
  const { secretToken, timeoutS, reason, ...wanted } = AddSupplierInput.parse(input);
  await requireConfirmation(ctx);
  const account = { baseUrl: wanted.baseUrl, token: secretToken };
  await rejectKnownAccount(ctx, account);
  const requestedAt = await readDatabaseClock(ctx);
  const list = await tryAccount({ ...account, level: wanted.level, dialect: wanted.dialect });
  return explainViolation(() =>
    inTransaction(ctx, async (tx) => {
      await holdCatalogue(tx);
      if ((await tx.db.$count(suppliers)) >= MAX_SUPPLIERS)
        throw conflictError(`There are ${MAX_SUPPLIERS} suppliers, which is the maximum.`);
      const [row] = await tx.db
        .insert(suppliers)
        .values({
          ...wanted,
          timeoutMs: timeoutS * 1_000,
          ...sealAccount(account),
          ...syncedNow(requestedAt),
        })
        .returning();
      if (!row) throw new Error("The supplier was not saved.");
      await tx.db.insert(supplierSending).values({ supplierId: row.id });
      const applied = await applyPlanList(tx, { id: row.id, level: wanted.level }, list, requestedAt);
      await recordAudit(tx, {
        ...toSupplierSubject(row.id),
        action: "supplier.added",
        reason,
        after: describeSupplier(row),
      });
      return { id: row.id, ...applied };
    }),
  );
}

const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((typed) => (typed === "" ? undefined : typed), schema.optional());

export const ChangeSupplierInput = z.object({
  id: Id,
  version: z.coerce.number<string | number>().int(),
  ...usageFields,
  level: optional(accountFields.level),
  perMinute: optional(accountFields.perMinute),
  /** These are of later suppliers: the environment's has its own. */
  timeoutS: optional(accountFields.timeoutS),
  /** And these change only together with the token. */
  dialect: optional(SupplierDialect),
  baseUrl: optional(SupplierAddress),
  /** Empty: address and token stay. */
  secretToken: optional(SupplierToken),
  reason: Reason,
});
export type ChangeSupplierInput = z.input<typeof ChangeSupplierInput>;

/**
 * Changes a supplier. Address, dialect and token change only together, since a changed address would receive
 * the stored token; they and the level are tried before they are saved, and where there is another owner,
 * who approves turning it on again, they turn it off. Plans of another address lose their matches. The order
 * of a supplier that is on, and the level of the main one, need that approval as well. Admins only.
 * @throws invalid at the field; not_found; conflict when it changed meanwhile, or a change waits already
 */
export async function changeSupplier(
  ctx: Ctx,
  input: ChangeSupplierInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "suppliers");
  const parsed = ChangeSupplierInput.parse(input);
  const { id, version, reason } = parsed;
  await requireConfirmation(ctx);
  const before = await findRow(ctx, id);
  const hasApprover = ctx.actor.kind === "admin" && (await getApprovalLimit(ctx, "staff")).hasApprover;
  if (hasApprover && before.enabled && !parsed.secretToken && changesGoods(before, parsed))
    return requestOrder(ctx, before, parsed);
  const change =
    id === MAIN_SUPPLIER_ID
      ? { values: { ...toUsage(parsed), level: parsed.level, perMinute: parsed.perMinute } }
      : await prepareAccountChange(ctx, before, parsed);
  const turnsOff =
    hasApprover && (parsed.secretToken || (id !== MAIN_SUPPLIER_ID && changesLevel(before, parsed.level)));
  await explainViolation(() =>
    inTransaction(ctx, async (tx) => {
      await holdCatalogue(tx);
      // Before the supplier, as reconciling locks them.
      if (parsed.secretToken) await tx.db.execute(sql`select from chain_basis for update`);
      const [after] = await tx.db
        .update(suppliers)
        .set({
          ...change.values,
          version: version + 1,
          ...(turnsOff && { enabled: false }),
          ...("trial" in change && change.trial?.isElsewhere && { matchesConfirmedAt: null }),
        })
        .where(and(eq(suppliers.id, id), eq(suppliers.version, version)))
        .returning();
      if (!after) throw await explainConflict(tx, toSupplierSubject(id));
      if ("trial" in change && change.trial && after.level) {
        const { list, requestedAt, isElsewhere } = change.trial;
        if (isElsewhere) await forgetMatches(tx, id);
        if (parsed.secretToken) await tx.db.execute(sql`select forget_balance(${id})`);
        await applyPlanList(tx, { id, level: after.level }, list, requestedAt);
      }
      await recordAudit(tx, {
        ...toSupplierSubject(id),
        action: "supplier.changed",
        reason,
        before: { ...describeSupplier(before), on: before.enabled },
        after: {
          ...describeSupplier(after),
          on: after.enabled,
          ...(parsed.secretToken && { token: "replaced" }),
        },
      });
    }),
  );
  await refreshSupply(ctx);
  return undefined;
}

/** Whether purchases would go to another supplier, or be bought at the main one's other prices. */
const changesGoods = (before: SupplierRow, { id, rank, level }: Parsed): boolean =>
  rank !== before.rank || (id === MAIN_SUPPLIER_ID && changesLevel(before, level));

const changesLevel = (before: SupplierRow, level: Parsed["level"]): boolean =>
  (level ?? before.level) !== before.level;

const SupplierOrder = ChangeSupplierInput.pick({
  id: true,
  version: true,
  rank: true,
  level: true,
  reason: true,
});

async function requestOrder(ctx: Ctx, before: SupplierRow, wanted: Parsed) {
  const { id, rank, level, reason } = wanted;
  const isMore =
    wanted.name !== before.name ||
    wanted.lowBalance !== before.lowBalance ||
    (id !== MAIN_SUPPLIER_ID && changesLevel(before, level)) ||
    (wanted.perMinute ?? before.perMinute) !== before.perMinute ||
    (id !== MAIN_SUPPLIER_ID &&
      (wanted.timeoutS === undefined ? before.timeoutMs : wanted.timeoutS * 1_000) !== before.timeoutMs);
  if (isMore)
    throw invalidError("rank", "Change order and level on their own: they need another owner’s approval.");
  const order = { id, version: wanted.version, rank, level, reason };
  const change = {
    kind: "settings" as const,
    reason,
    about: `supplier ${id}`,
    subject: toSupplierSubject(id),
    facts: {
      before: { supplier: before.name, rank: before.rank, level: before.level },
      after: { supplier: before.name, rank, level: level ?? before.level },
    },
    input: { change: "supplier_order" as const, wanted: order },
  };
  return runOrRequestApproval(ctx, change, (tx) => applySupplierOrder(tx, order));
}

/**
 * Sets order and level after the caller's permission checks. Part of its transaction. @throws conflict when
 * it changed meanwhile
 */
export async function applySupplierOrder(ctx: Ctx, input: unknown): Promise<undefined> {
  const { id, version, rank, level, reason } = SupplierOrder.parse(input);
  const before = await findRow(ctx, id);
  const [after] = await ctx.db
    .update(suppliers)
    .set({ rank, ...(level && { level }), version: version + 1 })
    .where(and(eq(suppliers.id, id), eq(suppliers.version, version)))
    .returning();
  if (!after) throw await explainConflict(ctx, toSupplierSubject(id));
  await recordAudit(ctx, {
    ...toSupplierSubject(id),
    action: "supplier.changed",
    reason,
    before: describeSupplier(before),
    after: describeSupplier(after),
  });
  if (level) await refreshSupply(ctx);
}

type Parsed = z.output<typeof ChangeSupplierInput>;

const toUsage = ({ name, rank, lowBalance }: Parsed) => ({ name, rank, lowBalance });

interface AccountChange {
  values: Partial<typeof suppliers.$inferInsert> | Record<string, unknown>;
  trial?: { list: PlanList; requestedAt: string; isElsewhere: boolean } | undefined;
}

async function prepareAccountChange(ctx: Ctx, before: SupplierRow, wanted: Parsed): Promise<AccountChange> {
  const { id } = before;
  const { level = before.level, perMinute = before.perMinute, baseUrl, secretToken } = wanted;
  const dialect = wanted.dialect ?? before.dialect;
  if (!level) throw new Error(`supplier ${id} has no level`);
  const timeoutMs = wanted.timeoutS === undefined ? before.timeoutMs : wanted.timeoutS * 1_000;
  const values = { ...toUsage(wanted), dialect, level, perMinute, timeoutMs };
  if (!secretToken && baseUrl !== undefined && baseUrl !== before.baseUrl)
    throw invalidError("secretToken", "Enter the token of the new address.");
  if (!secretToken && dialect !== before.dialect)
    throw invalidError("secretToken", "Enter the token again to change the API.");
  if (!secretToken && level === before.level) return { values };

  const stored = secretToken ? undefined : await findSupplier(ctx, id);
  const address = baseUrl ?? before.baseUrl ?? "";
  const token = secretToken ?? stored?.token;
  if (!token || (!secretToken && !(await isTokenHome(ctx, id))))
    throw invalidError("secretToken", "Enter this supplier’s token again.");
  const account = { baseUrl: address, token };
  if (secretToken) await rejectKnownAccount(ctx, account, id);
  const requestedAt = await readDatabaseClock(ctx);
  const list = await tryAccount({ ...account, level, dialect });
  const isElsewhere =
    dialect !== before.dialect || new URL(address).origin !== new URL(before.baseUrl ?? address).origin;
  return {
    values: {
      ...values,
      ...syncedNow(requestedAt),
      ...(secretToken && {
        ...sealAccount(account),
        // From here on the balance may be another account's.
        scannedUntil: sql`now()`,
      }),
    },
    trial: { list, requestedAt, isElsewhere },
  };
}

/** The token, sealed, and the database in which it was entered: a restored copy may not buy with it. */
const sealAccount = (account: { baseUrl: string; token: string }) => ({
  baseUrl: account.baseUrl,
  sealedToken: seal(account.token, "supplier tokens"),
  account: hashAccount(account),
  home: sql`database_identity()`,
});

const syncedNow = (requestedAt: string) => ({
  syncedAt: sql`${requestedAt}::timestamptz`,
  failedAt: null,
  failure: null,
});

/** Ids of another service prove nothing about its plans. */
const forgetMatches = (ctx: Ctx, id: number) =>
  ctx.db.execute(sql`
    update routes set ${UNMATCH}, ignored = false where supplier_id = ${id}`);

const isTokenHome = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await ctx.db.$count(suppliers, and(eq(suppliers.id, id), isHome(sql`suppliers`)))) > 0;

async function findRow(ctx: Ctx, id: number): Promise<SupplierRow> {
  const [row] = await ctx.db.select().from(suppliers).where(eq(suppliers.id, id));
  if (!row) throw notFoundError("supplier");
  return row;
}

/** Describes a supplier for an audit record: never the token. */
function describeSupplier(row: SupplierRow) {
  const { name, dialect, baseUrl, level, perMinute, timeoutMs, rank, lowBalance } = row;
  return { name, dialect, address: baseUrl, level, perMinute, timeoutMs, rank, lowBalance };
}

/** Another admin may save the same meanwhile: the database decides. */
async function explainViolation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = getViolatedConstraint(error);
    if (constraint === "suppliers_name") throw invalidError("name", "Another supplier has this name.");
    if (constraint === "suppliers_account") throw sameAccountError("another supplier");
    throw error;
  }
}
