import type { ReactNode } from "react";
import { HistoryDetails } from "#app/admin/history-card";
import { Card } from "#app/ui/card";
import type { AuditHistoryEntry } from "#lib/audit/audit-history";

/** The sections of the portal's settings, in order, by their anchors. */
export const SECTIONS = {
  staff: "Staff",
  approvals: "Approvals",
  "support-contact": "Support contact",
  reports: "Reports",
  "payment-instructions": "Payment instructions",
  "online-payments": "Online payments",
  "unconfirmed-purchases": "Unconfirmed purchases",
  "delivery-issues": "Delivery issues",
} as const;

interface Props {
  id: keyof typeof SECTIONS;
  /** The effect of the settings, in a sentence. */
  text: ReactNode;
  action?: ReactNode;
  records?: readonly AuditHistoryEntry[];
  children?: ReactNode;
}

/** One section of the portal's settings, which links lead to by its anchor. */
export function Section({ id, text, action, records = [], children }: Props) {
  return (
    <div id={id} className="scroll-mt-4">
      <Card title={SECTIONS[id]} action={action}>
        <p className="max-w-prose text-muted">{text}</p>
        {children && <div className="mt-4 max-w-2xl">{children}</div>}
        <HistoryDetails records={records} />
      </Card>
    </div>
  );
}
