import { BellRing } from "#app/ui/icon/icons.ts";
import { ListRow } from "#app/ui/list/list-row";
import { pluralise } from "#lib/core/text/pluralise";
import { MAX_DUE } from "#lib/home/reseller-home";

/** A row with the number of bundles that end soon; nothing where there are none. */
export function DueRow({ due }: { due: number }) {
  if (due === 0) return null;
  return (
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
  );
}
