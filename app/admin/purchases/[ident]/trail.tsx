import { exactTime } from "#lib/core/time";
import type { AdminPurchaseDetail } from "#lib/purchase/view";
import { Card } from "../../../ui/card.tsx";

/** The audit records of a purchase, oldest first. */
export function Trail({ records }: { records: AdminPurchaseDetail["audit"] }) {
  return (
    <Card title="Audit">
      {records.length === 0 && <p className="text-muted">Nothing is recorded.</p>}
      <ol className="divide-y divide-line">
        {records.map(({ at, who, action, reason }) => (
          <li
            key={`${at.getTime()} ${action}`}
            className="flex flex-wrap justify-between gap-x-4 py-2 text-sm"
          >
            <span className="min-w-0">
              <span className="font-medium">{action}</span> by {who}
              {reason && <span className="text-muted">: {reason}</span>}
            </span>
            <time dateTime={at.toISOString()} className="text-muted">
              {exactTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  );
}
