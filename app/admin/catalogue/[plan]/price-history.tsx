import type { AdminPlanDetail } from "#lib/catalogue/admin-plan";
import { LEVELS } from "#lib/core/context";
import { formatMoney, type Minor } from "#lib/core/money";
import { Card } from "../../../ui/card.tsx";
import { LEVEL_WORDS } from "../../../ui/level-words.ts";
import { Time } from "../../../ui/time.tsx";
import { PricePlot } from "./price-plot.tsx";

type Prices = AdminPlanDetail["prices"];

/** How cost and prices moved: a line for each level over the cost, and every change in a table. */
export function PriceHistory({ prices }: { prices: Prices }) {
  const changes = prices.slice(0, -1).toReversed();
  return (
    <Card title="Price history">
      {changes.length === 0 ? (
        <p className="text-muted">Nothing changed since prices are kept.</p>
      ) : (
        <>
          <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
            {LEVELS.map((level) => (
              <PricePlot
                key={level}
                title={LEVEL_WORDS[level]}
                now={text(prices.at(-1)?.prices[level] ?? null)}
                points={prices.map(({ at, cost, prices }) => ({
                  at: at.getTime(),
                  price: prices[level] === null ? null : Number(prices[level]),
                  cost: cost === null ? null : Number(cost),
                }))}
              />
            ))}
          </div>
          <p className="mt-3 text-muted text-sm">The line is the price, the ground under it the cost.</p>
          <Changes changes={changes} />
        </>
      )}
    </Card>
  );
}

function Changes({ changes }: { changes: Prices }) {
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-flex min-h-11 items-center text-muted underline underline-offset-4">
        As a table
      </summary>
      <div className="overflow-x-auto">
        <table className="w-full">
          <caption className="sr-only">Every change of cost and prices, newest first</caption>
          <thead className="text-left text-muted">
            <tr>
              {["From", "Cost", ...LEVELS.map((level) => LEVEL_WORDS[level])].map((head, at) => (
                <th key={head} className={`py-1.5 pr-3 font-medium ${at > 0 ? "text-right" : ""}`}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {changes.map(({ at, cost, prices }) => (
              <tr key={at.getTime()}>
                <th scope="row" className="whitespace-nowrap py-1.5 pr-3 text-left font-normal">
                  <Time at={at} />
                </th>
                <td className={AMOUNT}>{cost === null ? "not told" : formatMoney(cost)}</td>
                {LEVELS.map((level) => (
                  <td key={level} className={AMOUNT}>
                    {text(prices[level])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

const AMOUNT = "whitespace-nowrap py-1.5 pr-3 text-right";

const text = (amount: Minor | null) => (amount === null ? "not sold" : formatMoney(amount));
