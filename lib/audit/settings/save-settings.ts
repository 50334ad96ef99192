import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { settings as table } from "#db/schema/settings";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { needsPassword } from "#lib/core/action";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import type { DefinedSettings, Fields, SavedInput } from "#lib/core/settings/settings";
import { formatStored, parseSettings, readSettings } from "./read-settings.ts";

/**
 * Saves settings by what they declare: their permission, the password, the approval of another owner. Admins
 * only.
 * @throws invalid at a field or at `confirmPassword`; conflict when they changed meanwhile, or a change waits
 */
export async function saveSettings<F extends Fields>(
  ctx: Ctx,
  settings: DefinedSettings<F>,
  input: object,
): Promise<PendingApproval | undefined> {
  const { name, permission, approval, audit } = settings;
  requireAdmin(ctx, permission);
  const wanted = settings.input.parse(input);
  if (needsPassword(settings)) await requireConfirmation(ctx);
  return inTransaction(ctx, async (tx) => {
    const { version: _, ...before } = await lockSettings(tx, settings);
    const { values, version, reason } = wanted;
    if (!approval?.needs(before as typeof values, values)) return applySettings(tx, settings, wanted);
    const after = formatStored(values);
    const change = {
      kind: "settings" as const,
      reason,
      about: name,
      subject: { subject: audit.subject, subjectId: audit.subjectId },
      facts: { before: formatStored(before), after },
      input: { change: "saved" as const, of: name, wanted: { values: after, version, reason } },
      ...(approval.amount && { amount: approval.amount(values) }),
    };
    return runOrRequestApproval(tx, change, (tx) => applySettings(tx, settings, wanted));
  });
}

/** Changes some of the settings, for commands and tests; the others stay as they are. */
export async function changeSettings<F extends Fields>(
  ctx: Ctx,
  settings: DefinedSettings<F>,
  changes: Readonly<Partial<Record<keyof F, unknown>>> & { reason?: string },
): Promise<PendingApproval | undefined> {
  const { version, ...values } = await readSettings(ctx, settings);
  const shown = Object.entries(settings.fields).map(([key, field]) => [key, field.show(values[key])]);
  return saveSettings(ctx, settings, {
    ...Object.fromEntries(shown),
    version,
    reason: "as agreed",
    ...changes,
  });
}

const ApprovedInput = z.object({
  values: z.record(z.string(), z.unknown()),
  version: z.number(),
  reason: z.string(),
});

/**
 * Saves approved ones in the transaction of their approval.
 * @throws conflict when they changed meanwhile, or another version requested it
 */
export async function applyApprovedSettings(ctx: Ctx, settings: DefinedSettings, input: unknown) {
  const { values, version, reason } = ApprovedInput.parse(input);
  const isComplete = Object.keys(settings.fields).every((key) => key in values);
  if (!isComplete) throw new PortalError("conflict", OTHER_VERSION);
  await applySettings(ctx, settings, { values: parseSettings(settings, values), version, reason });
}

export const OTHER_VERSION =
  "The portal was updated since this request. Reject it and request approval again.";

async function applySettings<F extends Fields>(
  ctx: Ctx,
  settings: DefinedSettings<F>,
  { values, version, reason }: SavedInput<F>,
): Promise<undefined> {
  const { name, audit, applied } = settings;
  const { version: current, ...before } = await lockSettings(ctx, settings);
  if (version !== current) throw await explainConflict(ctx, audit);
  const after = formatStored(values);
  await ctx.db
    .update(table)
    .set({ value: sql`${table.value} || ${JSON.stringify(after)}::jsonb`, version: current + 1 })
    .where(eq(table.name, name));
  await applied?.(ctx);
  const { subject, subjectId, codes, code } = audit;
  const action = code?.(values) ?? Object.keys(codes)[0] ?? name;
  await recordAudit(ctx, { subject, subjectId, action, reason, before: formatStored(before), after });
  await notify(ctx.db, "shared_page");
}

async function lockSettings<F extends Fields>(ctx: Ctx, settings: DefinedSettings<F>) {
  await ctx.db.insert(table).values({ name: settings.name, value: {}, version: 0 }).onConflictDoNothing();
  await ctx.db.execute(sql`select from settings where name = ${settings.name} for update`);
  return readSettings(ctx, settings);
}
