import Link from "next/link";
import { env } from "#lib/core/env";
import type { OwnShopView } from "#lib/shop/shop-view";
import { Notice } from "../../ui/notice.tsx";

/** Says so when customers cannot order. */
export function StateNotice({ state, closedByAdmin }: Pick<OwnShopView, "state" | "closedByAdmin">) {
  if (state === "open") return null;
  return (
    <div className="mb-4">
      <Notice
        kind="warn"
        action={
          !closedByAdmin && (
            <Link
              href="/storefront/shop#open"
              className="font-semibold text-accent underline underline-offset-4"
            >
              Change it
            </Link>
          )
        }
      >
        {textOf(state, closedByAdmin)}
      </Notice>
    </div>
  );
}

function textOf(state: "paused" | "closed", closedByAdmin: boolean): string {
  if (closedByAdmin) return `${env().PORTAL_NAME} closed your shop. Orders you have can still be delivered.`;
  if (state === "closed")
    return "Your shop is closed: customers see only that. Orders you have can still be delivered.";
  return "Your shop is paused: customers see your prices and cannot order.";
}
