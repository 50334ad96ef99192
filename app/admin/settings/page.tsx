import type { Metadata } from "next";
import { contact } from "#lib/account/contact";
import { listSessions } from "#lib/account/list-sessions";
import { history } from "#lib/audit/history";
import { requireAdminPage } from "#lib/web/actor";
import { OwnSettings } from "../../(reseller)/settings/own-settings.tsx";
import { Card } from "../../ui/card.tsx";
import { HistoryCard } from "../history-card.tsx";
import { ContactForm } from "./contact-form.tsx";

export const metadata: Metadata = { title: "Settings" };

/** An admin's own name, password and devices, and how resellers reach the people behind the portal. */
export default async function AdminSettingsPage() {
  const { ctx, session } = await requireAdminPage();
  const [sessions, reached, records] = await Promise.all([
    listSessions(ctx),
    contact(ctx),
    history(ctx, { subject: "contact", subjectId: "operator" }),
  ]);
  return (
    <OwnSettings session={session} sessions={sessions}>
      <Card title="How resellers reach you">
        <ContactForm contact={reached} />
      </Card>
      {records.length > 0 && <HistoryCard records={records} />}
    </OwnSettings>
  );
}
