import { formatMoney } from "#lib/core/money";
import type { HeldKind } from "#lib/purchase/send/release";
import type { HeldWork as Held } from "#lib/report/held-work";
import { Card } from "../../ui/card.tsx";
import { Fold } from "../../ui/fold.tsx";
import { DeskForm } from "../desk-form.tsx";
import { release } from "./actions.ts";

const KINDS: Record<HeldKind, { title: string; one: string; more: string }> = {
  order: { title: "Shop orders", one: "paid order", more: "paid orders" },
  batch: { title: "Batches", one: "row", more: "rows" },
  schedule: { title: "Schedules", one: "due purchase", more: "due purchases" },
};

/** What the portal does not buy since the database was restored, and the forms that release it. */
export function HeldWork({ held }: { held: readonly Held[] }) {
  return (
    <Card title="On hold after the restore">
      <p className="text-muted text-sm">
        All of this may have been sold since the backup. Compare it with the upstream’s transactions before
        you release it: what you release is bought and charged as soon as sending runs. This cannot be undone.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {held.map(({ kind, count, sum }) => {
          const { title, one, more } = KINDS[kind];
          return (
            <li key={kind} className="py-3 last:pb-0">
              <p>
                <span className="font-medium">{title}</span>:{" "}
                {count === 0
                  ? "none now"
                  : `${count.toLocaleString("en")} ${count === 1 ? one : more}, at most ${formatMoney(sum)}`}
              </p>
              <Fold title={`Release ${title.toLowerCase()}`}>
                <DeskForm
                  needs="money"
                  id={`release-${kind}`}
                  action={release}
                  hidden={{ kind }}
                  why="Reason"
                  submit={`Release ${title.toLowerCase()}`}
                  look={{ variant: "danger" }}
                />
              </Fold>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
