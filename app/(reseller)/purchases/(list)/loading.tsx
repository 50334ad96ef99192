import { ListSkeleton } from "#app/ui/list/list-page";
import { PurchaseTotalsSkeleton } from "./purchase-table.tsx";

/** The layout of the purchases while they load. */
export default function Loading() {
  return <ListSkeleton title="Purchases" acts={["w-24"]} sums={<PurchaseTotalsSkeleton />} rows={8} />;
}
