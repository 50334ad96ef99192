import { z } from "zod";
import { LEVELS } from "#lib/core/context";
import { invalid } from "#lib/core/error";
import type { Snapshot } from "./catalogue.ts";
import type { Scope } from "./terms.ts";

const blank = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" || value === undefined ? null : value), schema.nullable());
const id = blank(z.coerce.number<string | number>().int().positive());

/** The scope of a rule as a form sends it; empty fields mean any. */
export const ScopeInput = z.object({
  networkId: id,
  typeId: id,
  planId: id,
  level: blank(z.enum(LEVELS as ["smart_earner", "affiliate", "top_user", "api"])),
});

/** Checks a scope against the catalogue. @throws invalid at the field that names nothing known. */
export function knownScope({ networkId, typeId, planId, level }: Scope, catalogue: Snapshot): Scope {
  if (planId !== null) {
    if (!catalogue.plans.has(planId)) throw invalid("planId", "There is no such plan.");
    return { networkId: null, typeId: null, planId, level };
  }
  if (typeId !== null) {
    const known = catalogue.types.some((type) => type.networkId === networkId && type.id === typeId);
    if (!known) throw invalid("typeId", "This network has no such type.");
  } else if (networkId !== null && !catalogue.networks.some((network) => network.id === networkId)) {
    throw invalid("networkId", "There is no such network.");
  }
  return { networkId, typeId, planId: null, level };
}

export const sameScope = (one: Scope, other: Scope) =>
  one.networkId === other.networkId &&
  one.typeId === other.typeId &&
  one.planId === other.planId &&
  one.level === other.level;
