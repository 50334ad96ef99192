import type { ComponentProps, ReactNode } from "react";
import { AdminForm } from "#app/admin/admin-form";
import { HistoryDetails } from "#app/admin/history";
import { Card } from "#app/ui/card";

/** The sections of the portal's settings, in order, by their anchors. */
export const SECTIONS = {
  staff: "Staff",
  approvals: "Approvals",
  "support-contact": "Support contact",
  reports: "Reports",
  "payment-instructions": "Payment instructions",
  "online-payments": "Online payments",
  "provider-fees": "Provider fees",
  "unconfirmed-purchases": "Unconfirmed purchases",
  "delivery-issues": "Delivery issues",
} as const;

interface Props {
  id: keyof typeof SECTIONS;
  /** The effect of the settings, in a sentence. */
  text: ReactNode;
  action?: ReactNode;
  records?: ComponentProps<typeof HistoryDetails>["records"];
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

type SettingsFormProps<R> = Omit<Props, "action" | "children"> &
  Omit<ComponentProps<typeof AdminForm<R>>, "id" | "needs" | "hidden"> & { version: number };

/** A section that is one form. */
export function SettingsForm<R>({ id, text, records = [], version, ...form }: SettingsFormProps<R>) {
  return (
    <Section id={id} text={text} records={records}>
      <AdminForm {...form} needs="rules" id={`${id}-form`} hidden={{ version }} />
    </Section>
  );
}
