import { formatGain, GainForm } from "#app/(reseller)/prices/gain";
import { PRICE_LISTS } from "#app/(reseller)/prices/price-lists.ts";
import { Card } from "#app/ui/card";
import { ListRow } from "#app/ui/list/list-row";
import { formatPercent } from "#lib/core/money/markup";
import { formatMoney } from "#lib/core/money/money";
import type { PriceListView } from "#lib/price-list/get-price-list";

interface Props {
  list: PriceListView["list"];
  hasAgents: boolean;
  /** The most that the operator lets parents add, in hundredths of a per cent. */
  most: number;
}

/** The amount that agents pay above the reseller's own price: the first choice of it, or the way to the list. */
export function AgentPriceCard({ list, hasAgents, most }: Props) {
  if (!list)
    return (
      <Card title="1. Choose what you earn">
        <p className="mb-4 text-muted text-sm">
          {hasAgents
            ? `Your agents pay your price now, and you earn ${formatMoney(0n)}. `
            : "Agents see only the price that they pay. "}
          {formatBound(most)} You can set each network, type and plan later.
        </p>
        <GainForm audience="agents" value={formatPercent(BigInt(Math.min(most, FIRST_MARGIN)))} />
      </Card>
    );
  return (
    <ul className="overflow-hidden border-line border-y bg-surface max-md:-mx-4 md:rounded-lg md:border">
      <ListRow
        href={PRICE_LISTS.agents.path}
        title="Agents’ prices"
        note={<span className="whitespace-normal">{formatBound(most)}</span>}
        value={formatGain(list)}
      />
    </ul>
  );
}

/** The first choice: a small margin, within the operator's bound. In hundredths of a per cent. */
const FIRST_MARGIN = 200;

export const formatBound = (most: number) => `At most ${formatPercent(BigInt(most))}% above your price.`;
