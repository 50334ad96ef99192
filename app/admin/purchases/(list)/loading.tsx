import { ListSkeleton } from "#app/ui/list/list-page";
import { AdminPurchaseTotalsSkeleton } from "./admin-purchase-table.tsx";

export default function Loading() {
  return <ListSkeleton title="Purchases" presets sums={<AdminPurchaseTotalsSkeleton />} />;
}
