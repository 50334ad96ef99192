import { ListSkeleton } from "#app/ui/list/list-page";
import { PurchaseTotalsSkeleton } from "./purchase-totals.tsx";

export default function Loading() {
  return <ListSkeleton title="Purchases" acts={["w-32"]} sums={<PurchaseTotalsSkeleton />} rows={8} />;
}
