import { Money } from "../../ui/money.tsx";

/** How the day goes: how many were bought and for how much. `spent` is formatted money. */
export function Today({ count, spent }: { count: number; spent: string }) {
  return (
    <section aria-label="Today" className="self-end">
      <dl className="grid grid-cols-2 divide-x divide-line rounded-lg border border-line bg-surface">
        <div className="px-4 py-3">
          <dt className="text-muted text-sm">Bought today</dt>
          <dd className="font-semibold text-lg">{count}</dd>
        </div>
        <div className="px-4 py-3">
          <dt className="text-muted text-sm">Spent today</dt>
          <dd>
            <Money text={spent} size="lg" />
          </dd>
        </div>
      </dl>
    </section>
  );
}
