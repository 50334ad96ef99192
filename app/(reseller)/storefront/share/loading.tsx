import { Skeleton } from "../../../ui/skeleton.tsx";
import { StoreHeader } from "../store-header.tsx";

/** The page in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <StoreHeader slug={null} here="/storefront/share" />
      <div role="status" aria-label="Loading">
        <div className="grid items-start gap-5 md:grid-cols-2">
          <Skeleton className="h-48 rounded-lg" />
          <Skeleton className="h-96 rounded-lg" />
        </div>
      </div>
    </>
  );
}
