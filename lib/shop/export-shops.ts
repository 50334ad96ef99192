import { type Ctx, requireAdmin } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { allPages } from "#lib/core/page";
import { type ListShopsInput, listShops } from "./list-shops.ts";

const HEADER = ["id", "shop", "address", "owner", "e-mail", "state", "orders", "opened"];
const CHUNK = 500;

/** All shops that a filter finds, as CSV, streamed. Admins only. */
export function exportShops(ctx: Ctx, filter: ListShopsInput): AsyncGenerator<string> {
  requireAdmin(ctx);
  return csv(
    HEADER,
    allPages(
      (after) => listShops(ctx, { ...filter, after, before: undefined }, CHUNK),
      ({ id, name, slug, owner, state, orders, createdAt }) => [
        ...[id, name, slug, owner.name, owner.email],
        ...[state === "shut" ? "closed by an admin" : state, orders, createdAt],
      ],
    ),
  );
}
