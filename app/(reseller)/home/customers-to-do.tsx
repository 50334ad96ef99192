import { Card } from "#app/ui/card";
import { BellRing } from "#app/ui/icon/icons.ts";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { pluralise } from "#lib/core/text/pluralise";

/** More than so many are shown as "200+". */
export const MAX_DUE = 201;

interface Props {
  /** The numbers whose bundle ends soon. */
  due: number;
}

/** The customers to think of today; nothing where there are none. */
export function CustomersToDo({ due }: Props) {
  if (due === 0) return null;
  return (
    <Card padded={false}>
      <RowList label="Customers">
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
      </RowList>
    </Card>
  );
}
