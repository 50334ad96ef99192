import { type Ctx, LEVELS, requireAdmin } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { decimalText, type Minor } from "#lib/core/money";
import type { AdminPlanView } from "./admin-plan-view.ts";
import { type AdminPlansInput, findPlans } from "./admin-plans.ts";

const HEADER = [
  ...["plan", "network", "type", "called", "size", "lasts", "sold", "cost", "standard"],
  ...LEVELS.flatMap((level) => [level, `${level} margin`, `${level} rule`]),
];

/** The plans that the filters find, with cost, prices and margins, as CSV. Admins only. */
export function exportPlans(ctx: Ctx, input: AdminPlansInput): AsyncGenerator<string> {
  requireAdmin(ctx);
  return csv(HEADER, rows(ctx, input));
}

async function* rows(ctx: Ctx, input: AdminPlansInput) {
  for (const plan of await findPlans(ctx, input)) yield cells(plan);
}

function cells(plan: AdminPlanView) {
  const { id, networkName, typeName, name, size, volume, validity, why, cost, standard, levels } = plan;
  return [
    ...[id, networkName, typeName, name, `${size} ${volume}`, validity, why ?? "yes"],
    ...[money(cost), money(standard)],
    ...LEVELS.flatMap((level) => {
      const { price, margin, rule } = levels[level];
      return [money(price), money(margin), rule ? `${rule.what} ${rule.markup}` : null];
    }),
  ];
}

const money = (minor: Minor | null) => (minor === null ? null : decimalText(minor));
