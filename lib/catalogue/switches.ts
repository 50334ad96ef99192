import { sql } from "drizzle-orm";
import { z } from "zod";
import { saleSwitches } from "#db/schema/terms";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalid } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import type { Catalogue } from "./catalogue.ts";
import { changeCatalogue } from "./change.ts";
import { current } from "./current.ts";
import { scopeName } from "./rule.ts";
import { knownScope, ScopeInput } from "./rule-input.ts";
import { scopeText } from "./rules.ts";

export const SetSwitchInput = ScopeInput.pick({ networkId: true, typeId: true }).extend({
  to: z.enum(["on", "off"]),
  /** What buyers read while it is off. */
  message: z.string().trim().max(200, "At most 200 characters.").default(""),
  /** The version of the switch in the form; 0 when it was never used. */
  version: z.coerce.number<string | number>().int().min(0),
  reason: Reason,
});
export type SetSwitchInput = z.input<typeof SetSwitchInput>;

/**
 * Stops or resumes the sale of everything, a network or a type. What was sold already is still delivered. Admins only.
 * @throws conflict when somebody switched it meanwhile; invalid without a message for buyers.
 */
export async function setSwitch(ctx: Ctx, asked: SetSwitchInput): Promise<void> {
  requireAdmin(ctx, "prices");
  const input = SetSwitchInput.parse(asked);
  const off = input.to === "off";
  if (off && !input.message) throw invalid("message", "Say what buyers are to read.");
  await changeCatalogue(ctx, async (ctx, before) => {
    const scope = knownScope({ ...input, planId: null, level: null }, before);
    const { networkId, typeId } = scope;
    const old = before.terms.switches.find((one) => one.networkId === networkId && one.typeId === typeId);
    const subject = { subject: "sale", subjectId: scopeName(scope) };
    if ((old?.version ?? 0) !== input.version) throw await changedMeanwhile(ctx, subject);
    const message = off ? input.message : (old?.message ?? "");
    await ctx.db
      .insert(saleSwitches)
      .values({ networkId, typeId, off, message })
      .onConflictDoUpdate({
        target: [saleSwitches.networkId, saleSwitches.typeId],
        set: { off, message, version: sql`${saleSwitches.version} + 1` },
      });
    await record(ctx, {
      ...subject,
      action: off ? "sale.switched_off" : "sale.switched_on",
      reason: input.reason,
      before: { off: old?.off ?? false, message: old?.message ?? "" },
      after: { off, message },
    });
  });
}

/** Something that can be switched off. */
export interface SwitchView {
  networkId: number | null;
  typeId: number | null;
  /** "Everything", "MTN", "MTN SME". */
  what: string;
  /** Its name in the audit records. */
  subject: string;
  off: boolean;
  message: string;
  /** 0 when it was never touched. */
  version: number;
  /** Whether the upstream itself offers it. */
  offered: boolean;
  /** How many plans the upstream lists in it. */
  plans: number;
}

/** Everything that can be switched off: all, then each network with its types. Admins only. */
export async function switches(ctx: Ctx): Promise<SwitchView[]> {
  requireAdmin(ctx);
  const catalogue = await current(ctx);
  const { networks, types } = catalogue;
  return [
    switchView(catalogue, null, null, true),
    ...networks.flatMap(({ id, active }) => [
      switchView(catalogue, id, null, active),
      ...types
        .filter(({ networkId }) => networkId === id)
        .map((type) => switchView(catalogue, id, type.id, type.active)),
    ]),
  ];
}

function switchView(
  catalogue: Catalogue,
  networkId: number | null,
  typeId: number | null,
  offered: boolean,
): SwitchView {
  const known = catalogue.terms.switches.find((one) => one.networkId === networkId && one.typeId === typeId);
  const place = { networkId, typeId, planId: null };
  const plans = [...catalogue.plans.values()].filter(
    (plan) =>
      plan.vanishedAt === null &&
      (networkId === null || plan.networkId === networkId) &&
      (typeId === null || plan.typeId === typeId),
  );
  return {
    ...{ networkId, typeId, offered },
    what: networkId === null ? "Everything" : scopeText(place, catalogue),
    subject: scopeName({ ...place, level: null }),
    off: known?.off ?? false,
    message: known?.message ?? "",
    version: known?.version ?? 0,
    plans: plans.length,
  };
}
