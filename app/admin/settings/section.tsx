import type { ComponentProps, ReactNode } from "react";
import { AdminForm } from "#app/admin/admin-form";
import { HistoryDetails } from "#app/admin/history";
import { SettingsTabs } from "#app/admin/tabs";
import { Card } from "#app/ui/card";
import { PageHeader } from "#app/ui/page/page-header";

interface PageProps {
  title: string;
  lead: string;
  /** The address of the page. */
  here: string;
  children: ReactNode;
}

/** A page of settings under the tabs that all of them share. */
export function SettingsPage({ title, lead, here, children }: PageProps) {
  return (
    <>
      <PageHeader title={title} lead={lead} />
      <SettingsTabs here={here} />
      <div className="grid gap-5">{children}</div>
    </>
  );
}

/** The sections of the portal's settings by their anchors. */
const SECTIONS = {
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
  records?: ComponentProps<typeof HistoryDetails>["records"];
  children?: ReactNode;
}

/** One section of the portal's settings, which links lead to by its anchor. */
export function Section({ id, text, records = [], children }: Props) {
  return (
    <Card id={id}>
      <div className="grid gap-x-10 gap-y-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,5fr)]">
        <div>
          <h2 className="font-semibold text-base">{SECTIONS[id]}</h2>
          <p className="mt-1 max-w-prose text-muted text-sm">{text}</p>
        </div>
        <div className="min-w-0 max-w-2xl">
          {children}
          <HistoryDetails records={records} />
        </div>
      </div>
    </Card>
  );
}

type SettingsFormProps<R> = Omit<Props, "children"> &
  Omit<ComponentProps<typeof AdminForm<R>>, "id" | "needs" | "hidden"> & { version: number };

/** A section that is one form. */
export function SettingsForm<R>({ id, text, records = [], version, ...form }: SettingsFormProps<R>) {
  return (
    <Section id={id} text={text} records={records}>
      <AdminForm {...form} needs="rules" id={`${id}-form`} hidden={{ version }} />
    </Section>
  );
}
