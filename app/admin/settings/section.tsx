import type { ComponentProps, ReactNode } from "react";
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
