import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import type { PriceBasis } from "#lib/catalogue/catalogue-settings";
import type { Routing } from "#lib/dispatch/routing";
import type { SupplierView } from "#lib/supplier/list-suppliers";
import type { RouteView } from "#lib/supplier/route-list";

const STATE_LABELS: Record<SupplierView["state"], StateLabel> = {
  on: { word: "On", tone: "good" },
  off: { word: "Off", tone: "plain" },
  token: { word: "Token needed", tone: "bad" },
};

const supplierStateLabel = ({ state, needsToken }: SupplierView): StateLabel =>
  needsToken ? STATE_LABELS.token : STATE_LABELS[state];

/** A supplier’s state on every page: whether it sells, or what keeps it from selling. */
export function sellingLabel(supplier: SupplierView): StateLabel {
  const { isMain, state, sending, list, routes, poor } = supplier;
  if (supplier.needsToken || state !== "on") return supplierStateLabel(supplier);
  if (sending.stopped) return sendingLabel(supplier);
  if (list.isOld) return { word: "List out of date", tone: "bad" };
  if (!isMain && routes.open === 0) return { word: "No open plans", tone: "unsure" };
  return poor ? sendingLabel(supplier) : { word: "Selling", tone: "good" };
}

/** The reason of a state in which a supplier sells less or nothing; null where its state says all. */
export function getSellingProblem({ state, sending, list, poor }: SupplierView): string | null {
  if (state !== "on") return null;
  if (sending.stopped) return sending.reason;
  if (list.isOld) return list.failure ?? "Its list hasn’t been fetched recently.";
  return poor?.reason ?? null;
}

/** The state of sending to a supplier: a stop outlasts that it is off. */
export function sendingLabel({
  state,
  needsToken,
  sending: { stopped, probeAt },
  poor,
}: SupplierView): StateLabel {
  if (!stopped && (needsToken || state !== "on")) return { word: "Not buying", tone: "plain" };
  if (!stopped && poor) return { word: "Degraded", tone: "unsure" };
  if (!stopped) return { word: "Running", tone: "good" };
  return probeAt ? { word: "Paused", tone: "unsure" } : { word: "Stopped", tone: "bad" };
}

export const ROUTE_STATE_LABELS: Record<RouteView["state"], StateLabel> = {
  open: { word: "On sale", tone: "good" },
  match: { word: "To match", tone: "wait" },
  cost: { word: "Cost to confirm", tone: "unsure" },
  plan: { word: "Match to confirm", tone: "unsure" },
  closed: { word: "Not on sale there", tone: "plain" },
  ignored: { word: "Ignored", tone: "plain" },
  gone: { word: "No longer listed", tone: "plain" },
};

export const ROUTING_LABELS: Record<Routing, string> = {
  cost: "The cheapest supplier of the plan",
  rank: "The preferred supplier, by its order",
};

export const PRICE_BASIS_LABELS: Record<PriceBasis, string> = {
  main: "The main supplier’s cost",
  dearest: "The highest cost of all suppliers",
};
