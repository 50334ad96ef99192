import { ListSkeleton } from "#app/ui/list/list-page";

export default function Loading() {
  return <ListSkeleton title="Resellers" acts={["w-40"]} tabs />;
}
