import { type Ctx, requireAdmin } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { allPages } from "#lib/core/page";
import { type ListStoresInput, listStores } from "./list-stores.ts";

const HEADER = ["id", "shop", "address", "owner", "e-mail", "state", "orders", "opened"];
const CHUNK = 500;

/** All shops that a filter finds, as CSV, streamed. Admins only. */
export function exportStores(ctx: Ctx, filter: ListStoresInput): AsyncGenerator<string> {
  requireAdmin(ctx);
  return csv(
    HEADER,
    allPages(
      (after) => listStores(ctx, { ...filter, after, before: undefined }, CHUNK),
      ({ id, name, slug, owner, state, orders, createdAt }) => [
        ...[id, name, slug, owner.name, owner.email],
        ...[state === "shut" ? "closed by an admin" : state, orders, createdAt],
      ],
    ),
  );
}
