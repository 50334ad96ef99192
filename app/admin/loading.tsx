import { Skeleton } from "#app/ui/skeleton";

export default function Loading() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="mb-6 h-9 w-48" />
      <Skeleton className="mb-5 h-40 rounded-lg" />
      <Skeleton className="h-80 rounded-lg" />
    </div>
  );
}
