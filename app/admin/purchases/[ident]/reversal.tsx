import { formatMoney } from "#lib/core/money";
import type { AdminPurchaseDetail } from "#lib/purchase/read/view";
import { Card } from "../../../ui/card.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { reversePurchase } from "./actions.ts";

/** The way to take a delivered purchase back when the network did; nothing for any other. */
export function Reversal({ purchase }: { purchase: AdminPurchaseDetail }) {
  const { ident, state, price, reseller } = purchase;
  if (state !== "successful") return null;
  return (
    <Card title="Taken back by the network">
      <details>
        <summary className="inline-flex min-h-11 items-center font-medium text-accent">
          Reverse this purchase
        </summary>
        <p className="mt-1 mb-4 text-muted text-sm">
          Only when the network took the bundle back. {formatMoney(price)} goes back to {reseller.name}'s
          wallet, by an entry of its own. It cannot be undone.
        </p>
        <DeskForm
          id="reverse"
          action={reversePurchase}
          hidden={{ ident }}
          whyHint={`${reseller.name} reads it on the statement.`}
          submit={`Give ${formatMoney(price)} back`}
          look={{ variant: "danger" }}
        />
      </details>
    </Card>
  );
}
