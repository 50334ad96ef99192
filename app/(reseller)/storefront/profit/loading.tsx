import { Skeleton } from "../../../ui/skeleton.tsx";
import { StoreHeader } from "../store-header.tsx";

/** The page in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <StoreHeader slug={null} here="/storefront/profit" />
      <div role="status" aria-label="Loading">
        <div className="grid gap-5">
          <Skeleton className="h-11 rounded-md md:max-w-80" />
          <Skeleton className="h-80 rounded-lg" />
          <Skeleton className="h-64 rounded-lg" />
        </div>
      </div>
    </>
  );
}
