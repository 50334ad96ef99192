import { formatMoney } from "#lib/core/money";
import type { ResellerLine } from "#lib/reseller/list";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Money } from "../../../ui/money.tsx";

/** A reseller's money, and the way to their statement. */
export function MoneyCard({ line: { id, wallet, held, today, month, dailyLimit } }: { line: ResellerLine }) {
  return (
    <Card
      title="Money"
      action={
        <ButtonLink href={`/admin/wallets/${id}`} variant="quiet" size="sm" className="-mr-3">
          Statement, credit, debit
        </ButtonLink>
      }
    >
      <p>
        <Money text={formatMoney(wallet)} size="xl" className={wallet < 0n ? "text-bad" : ""} />
      </p>
      <Facts
        facts={[
          { label: "Held", value: formatMoney(held) },
          { label: "Bought today", value: formatMoney(today) },
          { label: "Bought in 30 days", value: formatMoney(month) },
          { label: "Daily limit", value: dailyLimit === null ? "None" : formatMoney(dailyLimit) },
        ]}
      />
    </Card>
  );
}
