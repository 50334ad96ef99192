import { Money } from "#app/ui/money";
import { PrivateMoney } from "#app/ui/private-money";

interface Props {
  figures: readonly { label: string; value: string; note: string }[];
}

/** The large figures of a day, two beside each other. */
export function DayFigures({ figures }: Props) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-5">
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <dt className="text-muted">{label}</dt>
          <dd>
            {label === "Kept" ? <PrivateMoney text={value} size="xl" /> : <Money text={value} size="xl" />}
            {note && <span className="block text-muted text-sm">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
