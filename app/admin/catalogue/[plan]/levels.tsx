import type { AdminPlanView } from "#lib/catalogue/admin-plan-view";
import { LEVELS } from "#lib/core/context";
import { formatMoney, type Minor } from "#lib/core/money";
import { Card } from "../../../ui/card.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { LEVEL_WORDS } from "../../../ui/words.ts";
import { NOT_SOLD } from "../not-sold-words.ts";

/** What it costs, and what each level pays, by which rule, with what is left. */
export function Levels({ plan }: { plan: AdminPlanView }) {
  const { id, cost, standard, levels } = plan;
  return (
    <Card
      title="Prices"
      action={
        <PageLink
          href={`/admin/catalogue/rules?planId=${id}`}
          className="inline-flex min-h-11 items-center font-medium text-accent text-sm"
        >
          Set a price rule
        </PageLink>
      }
    >
      <dl className="mb-3 flex flex-wrap gap-x-10 gap-y-2">
        <Sum label="Cost" amount={cost} />
        <Sum label="Standard price at the upstream" amount={standard} />
      </dl>
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">What each level pays</caption>
          <thead className="text-left text-muted">
            <tr>
              <th className="py-2 pr-3 font-medium">Level</th>
              <th className="py-2 pr-3 font-medium">By</th>
              <th className="py-2 pr-3 text-right font-medium">Price</th>
              <th className="py-2 text-right font-medium">Margin</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {LEVELS.map((level) => {
              const { price, margin, why, rule } = levels[level];
              return (
                <tr key={level}>
                  <th scope="row" className="py-2.5 pr-3 text-left font-medium">
                    {LEVEL_WORDS[level]}
                    {why && <span className="block font-normal text-muted">{NOT_SOLD[why].word}</span>}
                  </th>
                  <td className="py-2.5 pr-3">
                    {rule ? (
                      <PageLink href="/admin/catalogue/rules" className="underline underline-offset-4">
                        {rule.what} {rule.markup}
                      </PageLink>
                    ) : (
                      <span className="text-muted">The upstream's own price</span>
                    )}
                  </td>
                  <td className="whitespace-nowrap py-2.5 pr-3 text-right font-medium">
                    {price === null ? "not told" : why ? <s>{formatMoney(price)}</s> : formatMoney(price)}
                  </td>
                  <td className={marginClass(margin)}>{margin === null ? "" : formatMoney(margin)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function Sum({ label, amount }: { label: string; amount: Minor | null }) {
  return (
    <div>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-lg">{amount === null ? "not told" : formatMoney(amount)}</dd>
    </div>
  );
}

const marginClass = (margin: Minor | null) =>
  `whitespace-nowrap py-2.5 text-right font-medium ${margin !== null && margin < 0n ? "text-bad" : margin ? "text-good" : "text-muted"}`;
