import { ListSkeleton } from "#app/ui/list/list-page";

/** The list in its final layout, before it is there. */
export default function Loading() {
  return <ListSkeleton title="Resellers" acts={["w-40"]} tabs />;
}
