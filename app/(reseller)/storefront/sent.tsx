import Link from "next/link";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { get } from "#lib/purchase/read/get";
import type { PurchaseDetail } from "#lib/purchase/read/view";
import { Notice } from "../../ui/notice.tsx";

/** What became of the order that was just tapped: its card may have left the list. Nothing for an ident that is not theirs. */
export async function Sent({ ctx, ident }: { ctx: Ctx; ident: string | string[] | undefined }) {
  if (typeof ident !== "string" || !/^DT[0-9A-Z]{1,40}$/.test(ident)) return null;
  const purchase = await get(ctx, { ident }).catch((error) => {
    if (error instanceof PortalError && error.code === "not_found") return null;
    throw error;
  });
  if (!purchase) return null;
  return (
    <div className="mb-4">
      <Notice
        kind={KIND[purchase.state]}
        title={`${wordsOf(purchase)} ${purchase.phone}`}
        action={
          <Link
            href={`/purchases/${ident}`}
            className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
          >
            See it
          </Link>
        }
      >
        {purchase.networkName} {purchase.size} {purchase.volume}
      </Notice>
    </div>
  );
}

const KIND = {
  queued: "info",
  sending: "info",
  successful: "good",
  unconfirmed: "warn",
  failed: "error",
  reversed: "error",
} as const satisfies Record<PurchaseDetail["state"], string>;

function wordsOf({ state, cancelled }: PurchaseDetail): string {
  switch (state) {
    case "queued":
    case "sending":
      return "On its way to";
    case "successful":
      return "Delivered to";
    case "unconfirmed":
      return "Not confirmed yet:";
    case "failed":
      return cancelled ? "Never sent to" : "Not delivered to";
    case "reversed":
      return "Taken back by the network:";
  }
}
