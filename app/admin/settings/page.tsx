import type { Metadata } from "next";
import { type AdminView, listAdmins } from "#lib/account/admins";
import { contact } from "#lib/account/contact";
import { history } from "#lib/audit/history";
import { leftBehind } from "#lib/safety/left-behind";
import { requireAdminPage } from "#lib/web/actor";
import { OwnSettings } from "../../(reseller)/settings/own-settings.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { HistoryCard } from "../history-card.tsx";
import { ContactForm } from "./contact-form.tsx";

export const metadata: Metadata = { title: "Settings" };

/** An admin's own name, password and devices, and how resellers reach the people behind the portal. */
export default async function AdminSettingsPage() {
  const { ctx, session } = await requireAdminPage();
  const [found, reached, records, admins] = await Promise.all([
    leftBehind(ctx),
    contact(ctx),
    history(ctx, { subject: "contact", subjectId: "operator" }),
    listAdmins(ctx),
  ]);
  return (
    <OwnSettings session={session} found={found}>
      <Card
        title="Admins"
        action={
          <ButtonLink href="/admin/settings/admins" variant="quiet" size="sm">
            Add or close
          </ButtonLink>
        }
      >
        <p className="text-muted">{runBy(admins)}</p>
      </Card>
      <Card title="How resellers reach you">
        <ContactForm contact={reached} />
      </Card>
      {records.length > 0 && <HistoryCard records={records} />}
    </OwnSettings>
  );
}

function runBy(admins: readonly AdminView[]): string {
  const names = admins.filter(({ state }) => state !== "closed").map(({ name, you }) => (you ? "you" : name));
  if (names.length === 1) return "Only you run the portal. There is no second person for what needs one.";
  return `The portal is run by ${new Intl.ListFormat("en").format(names)}.`;
}
