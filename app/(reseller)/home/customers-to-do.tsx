import { Card } from "#app/ui/card";
import { BellRing, BookCheck } from "#app/ui/icon/icons.ts";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { formatMoney } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";
import type { CreditTotals } from "#lib/credit-book/credit-account";

/** More than so many are shown as "200+". */
export const MAX_DUE = 201;

interface Props {
  /** The numbers whose bundle ends soon. */
  due: number;
  credit: CreditTotals;
}

/** The customers to think of today; nothing where there are none. */
export function CustomersToDo({ due, credit }: Props) {
  if (due === 0 && credit.count === 0) return null;
  return (
    <Card padded={false}>
      <RowList label="Customers">
        {due > 0 && (
          <ListRow
            href="/customers/due-soon"
            lead={<BellRing className="size-6 text-accent" />}
            title={
              due === MAX_DUE
                ? `${MAX_DUE - 1}+ bundles end soon`
                : pluralise(due, "bundle ends soon", "bundles end soon")
            }
            note="Renew them before your customers ask."
          />
        )}
        {credit.count > 0 && (
          <ListRow
            href="/customers/credit-book"
            lead={<BookCheck className="size-6 text-accent" />}
            title={`${formatMoney(credit.owed)} owed to you`}
            note={
              credit.overdue > 0n
                ? `${formatMoney(credit.overdue)} overdue`
                : `By ${pluralise(credit.customers, "customer", "customers")}`
            }
          />
        )}
      </RowList>
    </Card>
  );
}
