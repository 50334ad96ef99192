import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { referralSettings } from "#db/schema/referral";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Amount } from "#lib/core/money/amount";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import { Reason } from "#lib/core/text/reason";

/** The terms of new referrals. Money in minor units, the share in hundredths of a per cent. */
export type ReferralSettings = typeof referralSettings.$inferSelect;

/** The terms of a referral, as pages show them. */
export type ReferralTerms = Pick<
  ReferralSettings,
  "reward" | "minimum" | "share" | "cap" | "months" | "holdDays"
> & { kind: "first_funding" | "share" };

/** Reads the terms of new referrals. Rights are the caller's. */
export async function readReferralSettings(ctx: Ctx): Promise<ReferralSettings> {
  const [row] = await ctx.db.select().from(referralSettings);
  if (!row) throw new Error("the row of settings is missing");
  return row;
}

/** Gets the terms for the form that changes them. Admins only. */
export async function getReferralSettings(ctx: Ctx): Promise<ReferralSettings> {
  requireAdmin(ctx);
  return readReferralSettings(ctx);
}

const whole = (least: number, most: number) => {
  const words = `Enter a whole number from ${least} to ${most}.`;
  return z.coerce.number<string | number>(words).int(words).min(least, words).max(most, words);
};
const OptionalAmount = z.preprocess(
  (typed) => (typed === "" ? null : typed),
  Amount.nullable().default(null),
);
const MAX_SHARE = 5000;

/** A typed percentage with up to two decimals, as hundredths of a per cent. */
const Share = z.preprocess(
  (typed) => (typed === "" ? null : typed),
  z
    .union([z.number().int(), z.string()])
    .nullable()
    .default(null)
    .transform((typed, check) => {
      if (typed === null) return null;
      const share =
        typeof typed === "number"
          ? typed
          : /^\d{1,2}(\.\d{1,2})?$/.test(typed.trim())
            ? Math.round(Number(typed) * 100)
            : 0;
      if (share >= 1 && share <= MAX_SHARE) return share;
      check.addIssue("Enter a percentage from 0.01 to 50.");
      return z.NEVER;
    }),
);

export const SetReferralSettingsInput = z
  .object({
    kind: z.enum(["off", "first_funding", "share"], "Choose what a referral earns."),
    reward: OptionalAmount,
    minimum: OptionalAmount,
    share: Share,
    cap: OptionalAmount,
    months: whole(1, 24),
    holdDays: whole(1, 180),
    maxReferrals: whole(1, 1000),
    version: z.coerce.number<string | number>().int(),
    reason: Reason,
  })
  .superRefine(({ kind, reward, minimum, share, cap }, check) => {
    const require = (field: string, message: string) =>
      check.addIssue({ code: "custom", path: [field], message });
    if (kind === "first_funding") {
      if (reward === null) require("reward", "Enter the reward.");
      if (minimum === null) require("minimum", "Enter the minimum top-up.");
      if (reward !== null && minimum !== null && reward > minimum)
        require("minimum", "The minimum top-up can’t be below the reward.");
    }
    if (kind === "share") {
      if (share === null) require("share", "Enter the share.");
      if (cap === null) require("cap", "Enter the maximum per reseller.");
    }
  });
export type SetReferralSettingsInput = z.input<typeof SetReferralSettingsInput>;

const AUDIT_SUBJECT = { subject: "referral settings", subjectId: "terms" };

/**
 * Sets what referrals of new resellers earn. Money is paid by these terms without an admin, so it
 * asks for the password, and needs the approval of another owner where there is one, except to
 * turn them off. Admins only.
 * @throws conflict when it changed meanwhile, or a change waits already; invalid at `confirmPassword`
 */
export async function setReferralSettings(
  ctx: Ctx,
  input: SetReferralSettingsInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "rules");
  const wanted = SetReferralSettingsInput.parse(input);
  await requireConfirmation(ctx);
  return inTransaction(ctx, async (tx) => {
    if (wanted.kind === "off") return applyReferralSettings(tx, wanted);
    const before = await readReferralSettings(tx);
    const { reason } = wanted;
    const change = {
      kind: "settings" as const,
      reason,
      about: "referrals",
      subject: AUDIT_SUBJECT,
      facts: { before: toAuditFacts(before), after: toAuditFacts(wanted) },
      input: { change: "referrals" as const, wanted: toStoredInput(wanted) },
    };
    return runOrRequestApproval(tx, change, (tx) => applyReferralSettings(tx, wanted));
  });
}

/** Sets it in the caller's transaction, who has checked the rights. @throws conflict when it changed */
export async function applyReferralSettings(ctx: Ctx, input: unknown): Promise<undefined> {
  const { version, reason, ...after } = SetReferralSettingsInput.parse(input);
  const [before] = await ctx.db.select().from(referralSettings).for("update");
  if (before?.version !== version) throw await explainConflict(ctx, AUDIT_SUBJECT);
  await ctx.db
    .update(referralSettings)
    .set({ ...after, version: sql`${referralSettings.version} + 1` })
    .where(eq(referralSettings.version, version));
  await recordAudit(ctx, {
    ...AUDIT_SUBJECT,
    action: "referral.settings",
    reason,
    before: toAuditFacts(before),
    after: toAuditFacts(after),
  });
}

type Wanted = z.output<typeof SetReferralSettingsInput>;

/** Money as decimal text, which the schema parses again. */
const toStoredInput = ({ reward, minimum, cap, ...rest }: Wanted) => ({
  ...rest,
  reward: toDecimal(reward),
  minimum: toDecimal(minimum),
  cap: toDecimal(cap),
});

const toDecimal = (amount: Minor | null) => (amount === null ? "" : formatDecimal(amount));

function toAuditFacts(settings: Omit<ReferralSettings, "id" | "version">): Record<string, unknown> {
  const { kind, reward, minimum, share, cap, months, holdDays, maxReferrals } = settings;
  const money = { reward: reward?.toString(), minimum: minimum?.toString(), cap: cap?.toString() };
  return { kind, ...money, share, months, holdDays, maxReferrals };
}
