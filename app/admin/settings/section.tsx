import type { ComponentProps, ReactNode } from "react";
import { AdminForm } from "#app/admin/admin-form";
import { HistoryDetails } from "#app/admin/history";
import { SettingsTabs } from "#app/admin/tabs";
import { Card } from "#app/ui/card";
import { PageHeader } from "#app/ui/page/page-header";

interface PageProps {
  title: string;
  lead: string;
  here: string;
  children: ReactNode;
}

export function SettingsPage({ title, lead, here, children }: PageProps) {
  return (
    <>
      <PageHeader title={title} lead={lead} tabs={<SettingsTabs here={here} />} />
      <div className="grid gap-5">{children}</div>
    </>
  );
}

interface Props {
  id: string;
  title: string;
  text: ReactNode;
  records?: ComponentProps<typeof HistoryDetails>["records"];
  children?: ReactNode;
}

export function Section({ id, title, text, records = [], children }: Props) {
  return (
    <Card id={id}>
      <div className="grid gap-x-10 gap-y-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,5fr)]">
        <div>
          <h2 className="font-semibold text-base">{title}</h2>
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

export function SettingsForm<R>({ id, title, text, records = [], version, ...form }: SettingsFormProps<R>) {
  return (
    <Section id={id} title={title} text={text} records={records}>
      <AdminForm {...form} needs="rules" id={`${id}-form`} hidden={{ version }} />
    </Section>
  );
}
