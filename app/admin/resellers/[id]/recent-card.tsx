import { formatMoney } from "#lib/core/money";
import type { AdminPurchaseView } from "#lib/purchase/read/view";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { List, Row } from "../../../ui/row.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { Time } from "../../../ui/time.tsx";

interface Props {
  resellerId: number;
  purchases: readonly AdminPurchaseView[];
}

/** What a reseller bought last. */
export function RecentCard({ resellerId, purchases }: Props) {
  return (
    <Card
      title="Purchases"
      padded={false}
      action={
        <ButtonLink
          href={`/admin/purchases?reseller=${resellerId}`}
          variant="quiet"
          size="sm"
          className="-mr-3"
        >
          All
        </ButtonLink>
      }
    >
      {purchases.length === 0 && <p className="p-4 text-muted md:px-5">Nothing was bought yet.</p>}
      <List label="Purchases">
        {purchases.map(({ ident, phone, networkName, size, volume, price, state, cancelled, placedAt }) => (
          <Row
            key={ident}
            href={`/admin/purchases/${ident}`}
            title={phone}
            note={
              <>
                {networkName} {size} {volume}, <Time at={placedAt} />
              </>
            }
            value={formatMoney(price)}
            state={<StateBadge state={state} cancelled={cancelled} />}
          />
        ))}
      </List>
    </Card>
  );
}
