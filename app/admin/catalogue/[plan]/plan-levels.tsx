import { NOT_SOLD_LABELS } from "#app/admin/catalogue/admin-plan-table";
import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { PageLink } from "#app/ui/page/page-link";
import { ScrollArea } from "#app/ui/scroll-area";
import type { AdminPlanView } from "#lib/catalogue/admin-plan-view";
import { LEVELS } from "#lib/core/context";
import { formatMoney, type Minor } from "#lib/core/money/money";

export function PlanLevels({ plan }: { plan: AdminPlanView }) {
  const { id, cost, standard, levels } = plan;
  return (
    <Card title="Prices" link={{ href: `/admin/catalogue/rules?planId=${id}`, label: "Set a price rule" }}>
      <dl className="mb-3 flex flex-wrap gap-x-10 gap-y-2">
        <LevelAmount label="Cost" amount={cost} />
        <LevelAmount label="Listed standard price" amount={standard} />
      </dl>
      <ScrollArea label="Prices by level">
        <table className="w-full text-sm">
          <caption className="sr-only">Prices by level</caption>
          <thead className="text-left text-muted">
            <tr>
              <th className="py-2 pr-3 font-medium">Level</th>
              <th className="py-2 pr-3 font-medium">Price rule</th>
              <th className="py-2 pr-3 text-right font-medium">Price</th>
              <th className="py-2 text-right font-medium">Margin</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {LEVELS.map((level) => {
              const { price, margin, reason, rule } = levels[level];
              return (
                <tr key={level}>
                  <th scope="row" className="py-2.5 pr-3 text-left font-medium">
                    {LEVEL_LABELS[level]}
                    {reason && (
                      <span className="block font-normal text-muted">{NOT_SOLD_LABELS[reason].word}</span>
                    )}
                  </th>
                  <td className="py-2.5 pr-3">
                    {rule ? (
                      <PageLink href="/admin/catalogue/rules" className="underline underline-offset-4">
                        {rule.what} {rule.markup}
                      </PageLink>
                    ) : (
                      <span className="text-muted">Listed price</span>
                    )}
                  </td>
                  <td
                    className={cx(
                      "whitespace-nowrap py-2.5 pr-3 text-right",
                      reason ? "text-faint" : "font-medium",
                    )}
                  >
                    {price === null ? "unknown" : formatMoney(price)}
                  </td>
                  <td className={getMarginCellClass(margin)}>{margin === null ? "" : formatMoney(margin)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollArea>
    </Card>
  );
}

function LevelAmount({ label, amount }: { label: string; amount: Minor | null }) {
  return (
    <div>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-lg">{amount === null ? "unknown" : formatMoney(amount)}</dd>
    </div>
  );
}

const getMarginCellClass = (margin: Minor | null) =>
  cx("whitespace-nowrap py-2.5 text-right font-medium", getMarginClass(margin ?? 0n));
