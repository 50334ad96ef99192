import { sql } from "drizzle-orm";
import { z } from "zod";
import { availabilitySwitches } from "#db/schema/pricing";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalidError } from "#lib/core/error";
import { Reason } from "#lib/core/text/reason";
import type { Catalogue } from "./catalogue.ts";
import { changeCatalogue } from "./change-catalogue.ts";
import { getCatalogue } from "./get-catalogue.ts";
import { formatScope } from "./price/list-price-rules.ts";
import { formatScopeKey } from "./price/price-rule.ts";
import { ScopeInput, validateScope } from "./price/price-rule-input.ts";

export const SetAvailabilitySwitchInput = ScopeInput.pick({ networkId: true, typeId: true }).extend({
  to: z.enum(["on", "off"]),
  message: z.string().trim().max(200, "Use at most 200 characters.").default(""),
  /** The version of the switch in the form; 0 when it was never used. */
  version: z.coerce.number<string | number>().int().min(0),
  reason: Reason,
});
export type SetAvailabilitySwitchInput = z.input<typeof SetAvailabilitySwitchInput>;

/**
 * Stops or resumes the sale of everything, a network or a type. Placed purchases are
 * still delivered. Admins only.
 * @throws conflict when another admin switched it meanwhile; invalid without a message for buyers.
 */
export async function setAvailabilitySwitch(ctx: Ctx, rawInput: SetAvailabilitySwitchInput): Promise<void> {
  requireAdmin(ctx, "prices");
  const input = SetAvailabilitySwitchInput.parse(rawInput);
  const off = input.to === "off";
  if (off && !input.message) throw invalidError("message", "Enter the message that buyers see.");
  await changeCatalogue(ctx, async (ctx, before) => {
    const scope = validateScope({ ...input, planId: null, level: null }, before);
    const { networkId, typeId } = scope;
    const old = before.settings.switches.find((row) => row.networkId === networkId && row.typeId === typeId);
    const subject = { subject: "sale", subjectId: formatScopeKey(scope) };
    if ((old?.version ?? 0) !== input.version) throw await explainConflict(ctx, subject);
    const message = off ? input.message : (old?.message ?? "");
    await ctx.db
      .insert(availabilitySwitches)
      .values({ networkId, typeId, off, message })
      .onConflictDoUpdate({
        target: [availabilitySwitches.networkId, availabilitySwitches.typeId],
        set: { off, message, version: sql`${availabilitySwitches.version} + 1` },
      });
    await recordAudit(ctx, {
      ...subject,
      action: off ? "sale.switched_off" : "sale.switched_on",
      reason: input.reason,
      before: { off: old?.off ?? false, message: old?.message ?? "" },
      after: { off, message },
    });
  });
}

/** Lists the availability of everything, then of each network with its types. Admins only. */
export async function listAvailabilitySwitches(ctx: Ctx): Promise<AvailabilitySwitchView[]> {
  requireAdmin(ctx);
  const catalogue = await getCatalogue(ctx);
  const { networks, types } = catalogue;
  return [
    toAvailabilitySwitchView(catalogue, null, null, true),
    ...networks.flatMap(({ id, active }) => [
      toAvailabilitySwitchView(catalogue, id, null, active),
      ...types
        .filter(({ networkId }) => networkId === id)
        .map((type) => toAvailabilitySwitchView(catalogue, id, type.id, type.active)),
    ]),
  ];
}

function toAvailabilitySwitchView(
  catalogue: Catalogue,
  networkId: number | null,
  typeId: number | null,
  offered: boolean,
) {
  const current = catalogue.settings.switches.find(
    (row) => row.networkId === networkId && row.typeId === typeId,
  );
  const place = { networkId, typeId, planId: null };
  const plans = [...catalogue.plans.values()].filter(
    (plan) =>
      plan.delistedAt === null &&
      (networkId === null || plan.networkId === networkId) &&
      (typeId === null || plan.typeId === typeId),
  );
  return {
    networkId,
    typeId,
    offered,
    /** "Everything", "MTN", "MTN SME". */
    what: networkId === null ? "Everything" : formatScope(place, catalogue),
    /** Its name in the audit records. */
    subject: formatScopeKey({ ...place, level: null }),
    off: current?.off ?? false,
    message: current?.message ?? "",
    /** 0 when it was never switched. */
    version: current?.version ?? 0,
    plans: plans.length,
  };
}
export type AvailabilitySwitchView = ReturnType<typeof toAvailabilitySwitchView>;
