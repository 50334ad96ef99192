import { ListSkeleton } from "../../../ui/list-page.tsx";
import { TotalsSkeleton } from "./totals.tsx";

/** The history in its final layout, before it is there. */
export default function Loading() {
  return <ListSkeleton title="Purchases" acts={["w-24"]} sums={<TotalsSkeleton />} rows={8} />;
}
