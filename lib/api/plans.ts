import type { Catalogue } from "#lib/catalogue/catalogue";
import { current } from "#lib/catalogue/current";
import { priceOf } from "#lib/catalogue/price";
import { type Ctx, type Level, requireBuyer } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { decimalText, type Minor } from "#lib/core/money";
import { keptList } from "./kept-list.ts";
import type { Reply } from "./reply.ts";
import type { Plan } from "./shapes.ts";
import { TEXTS } from "./texts.ts";

/** The plans on sale to the caller's level, grouped by network (section 4.1). @throws unavailable */
export async function plainList(ctx: Ctx): Promise<Reply> {
  const { level } = requireBuyer(ctx);
  const catalogue = await knownCatalogue(ctx);
  return { status: 200, kept: keptList(catalogue, `plain ${level}`, () => listOf(catalogue, level)) };
}

function listOf({ networks, types, plans }: Catalogue, level: Level): Plan[] {
  const sold = [...plans.values()].filter((plan) => priceOf(plan, level) !== undefined);
  return networks.flatMap(({ id: networkId }) =>
    types
      .filter((type) => type.networkId === networkId)
      .flatMap((type) => sold.filter((plan) => plan.networkId === networkId && plan.typeId === type.id))
      .map(
        ({ id, size, volume, validity, amount, networkName, typeName }): Plan => ({
          id,
          size,
          volume,
          validity,
          amount: amountNumber(amount),
          network: networkName,
          type: typeName,
        }),
      ),
  );
}

/** The catalogue; an empty answer before the first one came would tell programs that every plan is gone. */
export async function knownCatalogue(ctx: Ctx): Promise<Catalogue> {
  const catalogue = await current(ctx);
  if (catalogue.syncedAt) return catalogue;
  throw new PortalError("unavailable", TEXTS.noPlans, { facts: { retryAfter: 30 } });
}

/** Money as the lists' JSON number (sections 2.2 and 2.5): the shortest one that reads back exactly. */
export function amountNumber(minor: Minor): number {
  return Number(decimalText(minor));
}
