import type { Metadata } from "next";
import { type AdminView, listAdmins } from "#lib/account/admins";
import { contact, type OperatorContact } from "#lib/account/contact";
import { listPasskeys } from "#lib/account/passkey/own-passkeys";
import { twoFactor } from "#lib/account/two-factor/state";
import { history } from "#lib/audit/history";
import { type Ctx, may } from "#lib/core/context";
import { alertSettings } from "#lib/report/alert/list";
import { reportHour } from "#lib/report/report-hour";
import { leftBehind } from "#lib/safety/left-behind";
import { requireAdminPage } from "#lib/web/actor";
import { OwnSettings } from "../../(reseller)/settings/own-settings.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { DeskForm } from "../desk-form.tsx";
import { HistoryCard } from "../history-card.tsx";
import { saveContact, saveReportHour } from "./actions.ts";

export const metadata: Metadata = { title: "Settings" };

/** An admin's own name, password and devices, and how resellers reach the people behind the portal. */
export default async function AdminSettingsPage() {
  const { ctx, session } = await requireAdminPage(null);
  const [found, second, passkeys] = await Promise.all([leftBehind(ctx), twoFactor(ctx), listPasskeys(ctx)]);
  return (
    <OwnSettings
      session={session}
      found={found}
      twoFactor={second}
      passkeys={passkeys}
      noticesAt="/admin/settings/notices"
    >
      {may(ctx, "see") && <PortalCards ctx={ctx} />}
    </OwnSettings>
  );
}

/** What is not one's own: who runs the portal, who is told, how resellers reach them. */
async function PortalCards({ ctx }: { ctx: Ctx }) {
  const [reached, records, reported, admins, { receivers }, report] = await Promise.all([
    contact(ctx),
    history(ctx, { subject: "contact", subjectId: "operator" }),
    history(ctx, { subject: "reports", subjectId: "hour" }),
    listAdmins(ctx),
    alertSettings(ctx),
    reportHour(ctx),
  ]);
  return (
    <>
      <Card
        title="Staff"
        action={
          <ButtonLink href="/admin/settings/staff" variant="quiet" size="sm">
            People and roles
          </ButtonLink>
        }
      >
        <p className="text-muted">{runBy(admins)}</p>
      </Card>
      <Card
        title="Approvals"
        action={
          <ButtonLink href="/admin/settings/second-admin" variant="quiet" size="sm">
            Daily limit
          </ButtonLink>
        }
      >
        <p className="text-muted">
          How much manual money one admin moves alone in a day; another approves the rest.
        </p>
      </Card>
      <Card
        title="Alerts"
        action={
          <ButtonLink href="/admin/settings/alerts" variant="quiet" size="sm">
            Choose who
          </ButtonLink>
        }
      >
        <p className="text-muted">{toldTo(receivers.length)}</p>
      </Card>
      <Card title="Reports">
        <ReportForm {...report} />
      </Card>
      <Card title="How resellers reach you">
        <ContactForm contact={reached} />
      </Card>
      {records.length + reported.length > 0 && (
        <HistoryCard
          records={[...records, ...reported].sort((one, other) => Number(one.at) - Number(other.at))}
        />
      )}
    </>
  );
}

const toldTo = (count: number) =>
  count === 0
    ? "Nobody is told of what needs a hand while nobody looks here."
    : `What needs a hand is told by mail, Telegram or webhook to ${count === 1 ? "one receiver" : `${count} receivers`}.`;

function runBy(admins: readonly AdminView[]): string {
  const names = admins.filter(({ state }) => state !== "closed").map(({ name, you }) => (you ? "you" : name));
  if (names.length === 1) return "Only you run the portal. There is no second person for what needs one.";
  return `The portal is run by ${new Intl.ListFormat("en").format(names)}.`;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

/** From when on the figures of the day, the week and the month are told, and resellers of their statements. */
function ReportForm({ hour, version }: { hour: number; version: number }) {
  return (
    <div className="grid max-w-md gap-4">
      <p className="text-muted">
        The figures of the day, the week and the month, and each reseller’s statement of the month. By mail
        they bring their file along.
      </p>
      <DeskForm needs="rules" id="report-hour" action={saveReportHour} hidden={{ version }} submit="Save">
        <Select label="Told from" name="hour" options={HOURS} defaultValue={String(hour)} />
      </DeskForm>
    </div>
  );
}

/** Whom every page names when its reader has to ask somebody. */
function ContactForm({ contact: { name, phone, whatsapp, email, version } }: { contact: OperatorContact }) {
  return (
    <div className="grid max-w-md gap-4">
      <p className="text-muted">
        Where a page tells somebody to ask, it names you. Everyone can read it, also before they sign in.
      </p>
      <DeskForm needs="rules" id="contact" action={saveContact} hidden={{ version }} submit="Save">
        <Input
          label="Whom to ask"
          name="name"
          maxLength={60}
          autoComplete="off"
          optional
          hint="A person or a desk."
          defaultValue={name}
        />
        <Input
          label="WhatsApp"
          name="whatsapp"
          maxLength={40}
          autoComplete="off"
          optional
          defaultValue={whatsapp?.text}
        />
        <Input
          label="Phone"
          name="phone"
          maxLength={40}
          autoComplete="off"
          optional
          defaultValue={phone?.text}
        />
        <Input
          label="E-mail"
          name="email"
          maxLength={254}
          autoComplete="off"
          optional
          defaultValue={email ?? ""}
        />
      </DeskForm>
    </div>
  );
}
