import { Receipt } from "lucide-react";
import { formatMoney } from "#lib/core/money";
import type { PurchaseView } from "#lib/purchase/read/view";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { List, Row } from "../../ui/row.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";

/** The last purchases, each leading to its own page. */
export function Recent({ purchases }: { purchases: readonly PurchaseView[] }) {
  if (purchases.length === 0) return <NothingYet />;
  return (
    <Card
      title="Last purchases"
      padded={false}
      className="overflow-hidden"
      action={
        <ButtonLink href="/purchases" variant="quiet" size="sm" className="-mr-3">
          See all
        </ButtonLink>
      }
    >
      <List label="Last purchases">
        {purchases.map((purchase) => (
          <Row
            key={purchase.ident}
            href={`/purchases/${purchase.ident}`}
            lead={<NetworkTile name={purchase.networkName} />}
            title={`${purchase.networkName} ${purchase.size} ${purchase.volume}`}
            note={purchase.phone}
            value={<Money text={formatMoney(purchase.price)} />}
            state={<StateBadge state={purchase.state} cancelled={purchase.cancelled} />}
          />
        ))}
      </List>
    </Card>
  );
}

function NothingYet() {
  return (
    <Card>
      <EmptyState
        icon={Receipt}
        title="Your purchases will be here"
        action={
          <ButtonLink href="/plans" variant="secondary">
            See the plans
          </ButtonLink>
        }
      >
        Pick a network, a plan and a number. You see it being delivered, and the receipt stays here.
      </EmptyState>
    </Card>
  );
}
