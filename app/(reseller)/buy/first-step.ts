import type { PlanListView } from "#lib/catalogue/list";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { groupedPhone, parsePhone } from "#lib/core/phone";
import { newRef } from "#lib/purchase/place/refs";
import { get } from "#lib/purchase/read/get";
import { reviewStep } from "./review-step.ts";
import type { Pick, Step } from "./step.ts";

type Query = Record<string, string | string[] | undefined>;
type Plans = PlanListView["plans"];

/**
 * Where the page begins, from its address: what is named there is chosen already, and when plan and number
 * are, the review is the first thing to see. `again` is the ident of a purchase to make once more.
 */
export async function firstStep(ctx: Ctx, query: Query, plans: Plans): Promise<Step> {
  const ref = newRef();
  const asked = { ...(await former(ctx, one(query.again))), ...named(query) };
  const pick = pickOf(asked, plans);
  if (pick.plan && pick.phone) return reviewStep(ctx, { ref, pick });
  const gone = asked.plan && !pick.plan ? { plan: "This plan is not sold now. Choose another one." } : {};
  return { ref, pick, errors: pick.network ? gone : {}, notice: null, review: null };
}

/** Plan and number of a purchase of the reader's own; nothing when it is not. */
async function former(ctx: Ctx, ident: string): Promise<Partial<Pick>> {
  if (!/^DT[0-9A-Z]+$/.test(ident)) return {};
  try {
    const { networkId, planId, phoneE164 } = await get(ctx, { ident });
    return { network: String(networkId), plan: String(planId), phone: phoneE164 };
  } catch (error) {
    if (error instanceof PortalError) return {};
    throw error;
  }
}

function named(query: Query): Partial<Pick> {
  const names = ["network", "type", "plan", "phone"] as const;
  return Object.fromEntries(names.flatMap((name) => (one(query[name]) ? [[name, one(query[name])]] : [])));
}

/** What was asked for, as far as it is on sale; a plan brings its own network and type. */
function pickOf(asked: Partial<Pick>, plans: Plans): Pick {
  const phone = grouped(asked.phone ?? "");
  const plan = plans.find(({ id }) => String(id) === asked.plan);
  if (plan) {
    return { network: String(plan.networkId), type: String(plan.typeId), plan: String(plan.id), phone };
  }
  const network = plans.find(({ networkId }) => String(networkId) === asked.network);
  if (!network) return { network: "", type: "", plan: "", phone };
  const type = plans.find((one) => one.networkId === network.networkId && String(one.typeId) === asked.type);
  return { network: String(network.networkId), type: type ? String(type.typeId) : "", plan: "", phone };
}

function grouped(phone: string): string {
  const right = parsePhone(phone);
  return right ? groupedPhone(right) : phone.slice(0, 40);
}

/** A query's value; a `+` that an address turned into a space is put back. */
function one(value: string | string[] | undefined): string {
  return ([value].flat()[0] ?? "").replace(/^ (?=\d)/, "+");
}
