import { AdminForm } from "#app/admin/admin-form";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { formatMoney } from "#lib/core/money/money";
import type { AutomaticPurchaseKind } from "#lib/dispatch/release-automatic-purchases";
import type { HeldWork as Held } from "#lib/monitoring/held-work";
import { releaseHeldAction } from "./actions.ts";

const KIND_TEXTS: Record<AutomaticPurchaseKind, { title: string; one: string; more: string }> = {
  order: { title: "Shop orders", one: "paid order", more: "paid orders" },
  batch: { title: "Batches", one: "row", more: "rows" },
  schedule: { title: "Schedules", one: "due purchase", more: "due purchases" },
};

export function HeldWorkBanner({ held }: { held: readonly Held[] }) {
  return (
    <Card title="Paused after restore">
      <p className="text-muted text-sm">
        These purchases may have been made since the backup. Released purchases are bought and charged as soon
        as sending runs. This can’t be undone. The order of the steps:
      </p>
      <ol className="mt-2 list-decimal pl-5 text-sm">
        <li>Ask every supplier for the references (DT…) that it sold since the backup.</li>
        <li>
          While sending is stopped, read in each list on the server:{" "}
          <code>kiosk restored sold --supplier NUMBER --file FILE</code>. A listed reference is never sent
          again.
        </li>
        <li>Resolve the unconfirmed purchases below, and start sending.</li>
        <li>Release each kind.</li>
      </ol>
      <ul className="mt-2 divide-y divide-line">
        {held.map(({ kind, count, sum }) => {
          const { title, one, more } = KIND_TEXTS[kind];
          return (
            <li key={kind} className="py-3 last:pb-0">
              <p>
                <span className="font-medium">{title}</span>:{" "}
                {count === 0
                  ? "none"
                  : `${count.toLocaleString("en")} ${count === 1 ? one : more}, at most ${formatMoney(sum)}`}
              </p>
              <Disclosure title={`Release ${title.toLowerCase()}`}>
                <AdminForm
                  needs="money"
                  id={`release-${kind}`}
                  action={releaseHeldAction}
                  hidden={{ kind }}
                  reasonLabel="Reason"
                  submit={`Release ${title.toLowerCase()}`}
                  look={{ variant: "danger" }}
                />
              </Disclosure>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
