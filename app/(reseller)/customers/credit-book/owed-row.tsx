import { BookCheck } from "#app/ui/icon/icons.ts";
import { ListRow } from "#app/ui/list/list-row";
import { Money } from "#app/ui/money";
import { PrivateMoney } from "#app/ui/private-money";
import { formatMoney } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";
import type { CreditTotals } from "#lib/credit-book/credit-account";

interface Props {
  credit: CreditTotals;
  /** Of one customer, whose account it opens. */
  isOfOneCustomer?: boolean;
}

/** A row with the sum that is owed; nothing where none is. */
export function OwedRow({ credit, isOfOneCustomer = false }: Props) {
  const { owed, overdue, count, customers, newestId } = credit;
  if (count === 0) return null;
  // A customer may see what they owe themselves.
  const Sum = isOfOneCustomer ? Money : PrivateMoney;
  return (
    <ListRow
      href={`/customers/credit-book${isOfOneCustomer ? `/${newestId}` : ""}`}
      lead={<BookCheck className="size-6 text-accent" />}
      title={
        <>
          <Sum text={formatMoney(owed)} /> owed to you
        </>
      }
      note={
        overdue > 0n ? (
          <span className="text-bad">
            <Sum text={formatMoney(overdue)} /> overdue
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
