import { BookCheck } from "#app/ui/icon/icons.ts";
import { ListRow } from "#app/ui/list/list-row";
import { PrivateMoney } from "#app/ui/private-money";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";
import type { CreditTotals } from "#lib/credit-book/credit-account";

interface Props {
  credit: CreditTotals;
  /** Of one customer, whose account it opens. */
  isOfOneCustomer?: boolean;
  /** Whether the reader hides balances, where the page has them; the sums are hidden with them. */
  isHidden?: boolean;
}

/** A row with the sum that is owed; nothing where none is. */
export function OwedRow({ credit, isOfOneCustomer = false, isHidden }: Props) {
  const { owed, overdue, count, customers, newestId } = credit;
  if (count === 0) return null;
  return (
    <ListRow
      href={`/customers/credit-book${isOfOneCustomer ? `/${newestId}` : ""}`}
      lead={<BookCheck className="size-6 text-accent" />}
      title={
        <>
          <Sum amount={owed} isHidden={isHidden} /> owed to you
        </>
      }
      note={
        overdue > 0n ? (
          <span className="text-bad">
            <Sum amount={overdue} isHidden={isHidden} /> overdue
          </span>
        ) : isOfOneCustomer ? (
          pluralise(count, "sale", "sales")
        ) : (
          `By ${pluralise(customers, "customer", "customers")}`
        )
      }
    />
  );
}

function Sum({ amount, isHidden }: { amount: Minor; isHidden: boolean | undefined }) {
  const text = formatMoney(amount);
  return isHidden === undefined ? text : <PrivateMoney text={text} isHidden={isHidden} />;
}
