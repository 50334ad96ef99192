import { sql } from "drizzle-orm";
import type { Db, Level } from "#lib/core/context";
import type { Markup } from "#lib/core/markup";

/** What a rule or a switch applies to. Null means any; a switch has neither `planId` nor `level`. */
export interface Scope {
  readonly networkId: number | null;
  /** A type of `networkId`. */
  readonly typeId: number | null;
  readonly planId: number | null;
  readonly level: Level | null;
}

/** A markup on what a plan costs. */
export interface Rule extends Scope, Markup {
  readonly id: number;
}

/** Everything, a network or a type of it that was switched off, or on again. */
export interface Switch {
  readonly networkId: number | null;
  readonly typeId: number | null;
  readonly off: boolean;
  /** What buyers read while it is off. */
  readonly message: string;
  readonly version: number;
}

export interface PlanTerms {
  readonly planId: number;
  readonly hidden: boolean;
  readonly name: string | null;
  readonly version: number;
}

/** The operator's terms: what is added to the upstream's listing. */
export interface Terms {
  readonly rules: readonly Rule[];
  readonly switches: readonly Switch[];
  readonly plans: ReadonlyMap<number, PlanTerms>;
}

interface Row extends Record<string, unknown> {
  version: string;
  rules: (Omit<Rule, "value"> & { value: string })[];
  switches: Switch[];
  plans: PlanTerms[];
}

/** The operator's terms, and the version of the catalogue they belong to, in one statement. */
export async function readTerms(db: Db): Promise<Terms & { version: number }> {
  const [row] = await db.execute<Row>(sql`
    select version,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'networkId', network_id, 'typeId', type_id, 'planId', plan_id,
        'level', level, 'kind', kind, 'value', value::text) order by id), '[]') from price_rules) as rules,
      (select coalesce(jsonb_agg(jsonb_build_object('networkId', network_id, 'typeId', type_id, 'off', off,
        'message', message, 'version', version) order by id), '[]') from sale_switches) as switches,
      (select coalesce(jsonb_agg(jsonb_build_object('planId', plan_id, 'hidden', hidden, 'name', name,
        'version', version)), '[]') from plan_terms) as plans
    from catalogue`);
  if (!row) throw new Error("the catalogue's row is missing");
  return {
    version: Number(row.version),
    rules: row.rules.map((rule) => ({ ...rule, value: BigInt(rule.value) })),
    switches: row.switches,
    plans: new Map(row.plans.map((plan) => [plan.planId, plan])),
  };
}
