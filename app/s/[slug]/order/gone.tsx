import { ShoppingBasket } from "lucide-react";
import { buttonClass } from "../../../ui/button-class.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";

/** The plan cannot be ordered now, or the whole shop takes no orders. */
export function Gone({ slug, why }: { slug: string; why: string | null }) {
  return (
    <EmptyState
      icon={ShoppingBasket}
      title={why ? "No orders right now" : "This plan is not sold any more"}
      action={
        <a href={`/s/${slug}`} className={buttonClass({})}>
          See what there is
        </a>
      }
    >
      {why ?? "The network or the shop has taken it back. Choose another one."}
    </EmptyState>
  );
}
