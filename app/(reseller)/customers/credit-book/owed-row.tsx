import { BookCheck } from "#app/ui/icon/icons.ts";
import { ListRow } from "#app/ui/list/list-row";
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
  return (
    <ListRow
      href={`/customers/credit-book${isOfOneCustomer ? `/${newestId}` : ""}`}
      lead={<BookCheck className="size-6 text-accent" />}
      title={`${formatMoney(owed)} owed to you`}
      note={
        overdue > 0n ? (
          <span className="text-bad">{formatMoney(overdue)} overdue</span>
        ) : isOfOneCustomer ? (
          pluralise(count, "sale", "sales")
        ) : (
          `By ${pluralise(customers, "customer", "customers")}`
        )
      }
    />
  );
}
