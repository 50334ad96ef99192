import { ListSkeleton } from "../../ui/list-page.tsx";

/** The list in its final layout, before it is there. */
export default function Loading() {
  return <ListSkeleton title="Resellers" acts={["w-40"]} tabs />;
}
