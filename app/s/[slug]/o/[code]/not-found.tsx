import { SearchX } from "lucide-react";
import { EmptyState } from "../../../../ui/empty-state.tsx";

/** A wrong code and another shop's order look the same. */
export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState icon={SearchX} title="There is no order here">
        The address may be cut off. Open it from where you kept it, or ask the shop.
      </EmptyState>
    </main>
  );
}
