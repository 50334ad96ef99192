import { Skeleton } from "../../../ui/skeleton.tsx";
import { StoreHeader } from "../store-header.tsx";

/** The page in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <StoreHeader slug={null} here="/storefront/prices" />
      <div role="status" aria-label="Loading">
        <div className="grid gap-6">
          <Skeleton className="h-96 rounded-lg md:h-72" />
          <Skeleton className="h-120 rounded-lg" />
        </div>
      </div>
    </>
  );
}
