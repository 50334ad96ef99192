import { z } from "zod";
import type { Db, Level } from "#lib/core/context";
import type { Markup } from "#lib/core/money/markup";
import type { Minor } from "#lib/core/money/money";
import { instant, int, minor, readRow, textOf } from "#lib/core/read-rows";

/**
 * The plans that a rule or a switch applies to. Null means any; a switch has neither `planId` nor `level`.
 */
export interface Scope {
  readonly networkId: number | null;
  /** A type of `networkId`. */
  readonly typeId: number | null;
  readonly planId: number | null;
  readonly level: Level | null;
}

export interface PriceRule extends Scope, Markup {
  readonly id: number;
}

export interface AvailabilitySwitch {
  readonly networkId: number | null;
  readonly typeId: number | null;
  readonly off: boolean;
  readonly message: string;
  readonly version: number;
}

export interface PlanSettings {
  readonly planId: number;
  readonly hidden: boolean;
  readonly name: string | null;
  readonly version: number;
}

/**
 * A plan that a pause of suppliers' lines stops, and the lowest cost at a supplier that still delivers it;
 * null without one.
 */
export interface PlanPause {
  readonly since: Date;
  readonly openCost: Minor | null;
}

/** Which cost the prices follow: the main supplier's, or the dearest at which a purchase may be sent. */
export type PriceBasis = "main" | "dearest";

/** Settings that decide who delivers a plan, and at which cost. */
export interface SupplySettings {
  readonly pricesFollow: PriceBasis;
  /** Whether the portal buys from the main supplier. */
  readonly mainOn: boolean;
}

/** The operator's settings, applied to the upstream's listing. */
export interface CatalogueSettings extends SupplySettings {
  readonly rules: readonly PriceRule[];
  readonly switches: readonly AvailabilitySwitch[];
  readonly plans: ReadonlyMap<number, PlanSettings>;
  /** By the plan's id. */
  readonly pauses: ReadonlyMap<number, PlanPause>;
}

const SettingsRow = z.object({
  version: int,
  pricesFollow: textOf<PriceBasis>(),
  mainOn: z.boolean(),
  rules: z.custom<(Omit<PriceRule, "value"> & { value: string })[]>(Array.isArray),
  switches: z.custom<AvailabilitySwitch[]>(Array.isArray),
  plans: z.custom<PlanSettings[]>(Array.isArray),
  pauses: z.array(z.object({ planId: int, since: instant, openCost: minor.nullable() })),
});

/** Reads the operator's settings and the version of the catalogue they belong to in one statement. */
export async function readCatalogueSettings(db: Db): Promise<CatalogueSettings & { version: number }> {
  const row = await readRow(db, SettingsRow)`
    select
      version, prices_follow, (select enabled from suppliers where id = 1) as main_on,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'networkId', network_id, 'typeId', type_id, 'planId', plan_id,
          'level', level, 'kind', kind, 'value', value::text) order by id), '[]')
        from price_rules
      ) as rules,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'networkId', network_id, 'typeId', type_id, 'off', off, 'message', message,
          'version', version) order by id), '[]')
        from availability_switches
      ) as switches,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'planId', plan_id, 'hidden', hidden, 'name', name, 'version', version)), '[]')
        from plan_settings
      ) as plans,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'planId', plan_id, 'since', since, 'openCost', open_cost::text)), '[]')
        from paused_plans
      ) as pauses
    from catalogue`;
  return {
    ...row,
    rules: row.rules.map((rule) => ({ ...rule, value: BigInt(rule.value) })),
    plans: new Map(row.plans.map((plan) => [plan.planId, plan])),
    pauses: new Map(row.pauses.map(({ planId, ...pause }) => [planId, pause])),
  };
}
