import { type Ctx, requireAdmin, requireBuyer } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { decimalText } from "#lib/core/money";
import { allPages } from "#lib/core/page";
import { ownRef } from "../place/refs.ts";
import { adminList } from "./admin-list.ts";
import type { PurchaseFilter } from "./filter.ts";
import { list } from "./list.ts";
import type { AdminPurchaseView, PurchaseView } from "./view.ts";

const CHUNK = 1_000;

const HEADER = [
  "bought",
  "reference",
  "your reference",
  "state",
  "network",
  "plan",
  "type",
  "lasts",
  "number",
  "price",
  "ended",
  "note",
];
const ADMIN_HEADER = [...HEADER, "reseller", "e-mail", "level", "cost", "margin", "upstream id"];

/** All of the acting reseller's purchases that a filter finds, as CSV, streamed. */
export function exportCsv(ctx: Ctx, filter: PurchaseFilter): AsyncGenerator<string> {
  requireBuyer(ctx);
  return csv(
    HEADER,
    allPages((after) => list(ctx, { ...filter, after }, CHUNK), cells),
  );
}

/** The same over all resellers. Admins only. */
export function adminExportCsv(ctx: Ctx, filter: PurchaseFilter): AsyncGenerator<string> {
  requireAdmin(ctx);
  return csv(
    ADMIN_HEADER,
    allPages((after) => adminList(ctx, { ...filter, after }, CHUNK), adminCells),
  );
}

function cells(p: PurchaseView, reference = ownRef(p)) {
  const plan = `${p.size} ${p.volume}`;
  const price = decimalText(p.price);
  return [
    p.placedAt,
    p.ident,
    reference,
    stateWord(p),
    p.networkName,
    plan,
    p.typeName,
    p.validity,
    p.phone,
    price,
    p.settledAt,
    p.outcome,
  ];
}

function adminCells(p: AdminPurchaseView) {
  return [
    ...cells(p, p.ref),
    p.reseller.name,
    p.reseller.email,
    p.level,
    decimalText(p.cost),
    decimalText(p.margin),
    p.upstreamId,
  ];
}

/** A purchase's state in people's words. */
export function stateWord({ state, cancelled }: Pick<PurchaseView, "state" | "cancelled">): string {
  switch (state) {
    case "queued":
    case "sending":
      return "On its way";
    case "successful":
      return "Delivered";
    case "unconfirmed":
      return "Not confirmed yet";
    case "failed":
      return cancelled ? "Cancelled" : "Failed, money back";
    case "reversed":
      return "Reversed";
  }
}
