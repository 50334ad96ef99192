import { ListSkeleton } from "#app/ui/list/list-page";
import { PurchaseTotalsRow, PurchaseTotalsSkeleton } from "./purchase-totals.tsx";

export default function Loading() {
  const sums = (
    <PurchaseTotalsRow>
      <PurchaseTotalsSkeleton />
    </PurchaseTotalsRow>
  );
  return <ListSkeleton title="Purchases" sums={sums} filters={5} rows={8} />;
}
