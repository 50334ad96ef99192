import { Skeleton } from "../../ui/skeleton.tsx";
import { StoreHeader } from "./store-header.tsx";

/** The page in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <StoreHeader slug={null} here="/storefront" />
      <div role="status" aria-label="Loading">
        <div className="mb-3 flex gap-2 overflow-hidden">
          {["w-22", "w-28", "w-18", "w-14"].map((width) => (
            <Skeleton key={width} className={`h-11 shrink-0 rounded-full ${width}`} />
          ))}
        </div>
        <Skeleton className="mb-4 h-11 rounded-md md:max-w-80" />
        <div className="grid gap-3">
          {[1, 2, 3].map((order) => (
            <Skeleton key={order} className="h-60 rounded-lg md:h-28" />
          ))}
        </div>
      </div>
    </>
  );
}
