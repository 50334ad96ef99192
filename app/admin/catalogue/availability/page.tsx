import { AdminForm } from "#app/admin/admin-form";
import { setAvailabilityAction } from "#app/admin/catalogue/actions.ts";
import { HistoryDetails } from "#app/admin/history";
import { CatalogueTabs } from "#app/admin/tabs";
import { Badge, StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { Input } from "#app/ui/form/input";
import { NetworkTile } from "#app/ui/network-tile";
import { PageHeader } from "#app/ui/page/page-header";
import { getAuditHistory } from "#lib/audit/audit-history";
import { type AvailabilitySwitchView, listAvailabilitySwitches } from "#lib/catalogue/availability-switches";
import type { Ctx } from "#lib/core/context";
import { requireAdminPage } from "#lib/web/actor";

export const metadata = { title: "Availability" };

/** The switches that stop sales with a message to buyers: of everything, a network or a plan type. */
export default async function SwitchesPage() {
  const { ctx } = await requireAdminPage();
  const [all, ...parts] = await listAvailabilitySwitches(ctx);
  const networks = parts.filter(({ typeId }) => typeId === null);
  return (
    <>
      <PageHeader
        title="Availability"
        lead="Plans that are turned off aren’t sold, and buyers see your message. Existing purchases are still delivered."
      />
      <CatalogueTabs here="/admin/catalogue/availability" />
      <div className="grid grid-cols-1 gap-5">
        {all && (
          <Card>
            <AvailabilitySwitchCard ctx={ctx} item={all} />
          </Card>
        )}
        {networks.map((network) => (
          <Card key={network.networkId}>
            <ul className="grid grid-cols-1 gap-1 divide-y divide-line">
              {[
                network,
                ...parts.filter((part) => part.networkId === network.networkId && part.typeId !== null),
              ].map((item) => (
                <li key={item.subject} className="pt-1 first:pt-0">
                  <AvailabilitySwitchCard ctx={ctx} item={item} />
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  );
}

function AvailabilitySwitchCard({ ctx, item }: { ctx: Ctx; item: AvailabilitySwitchView }) {
  const { networkId, typeId, what, off, message, version, plans, offered, subject } = item;
  return (
    <details name="switch">
      <summary className="flex min-h-12 items-center gap-3">
        {typeId === null && networkId !== null && <NetworkTile name={what} size="sm" />}
        <span className={typeId === null ? "min-w-0 flex-1 font-semibold" : "min-w-0 flex-1 pl-10"}>
          {what}
          <span className="block font-normal text-muted text-sm">
            {plans === 1 ? "1 plan" : `${plans} plans`}
            {off && `: “${message}”`}
          </span>
        </span>
        {!offered && <Badge>Off at the supplier</Badge>}
        <StateBadge tone={off ? "bad" : "good"} word={off ? "Off" : "On"} />
      </summary>
      <div className="max-w-xl py-3 md:pl-10">
        <AdminForm
          needs="prices"
          key={version}
          id={subject.replaceAll(" ", "-")}
          action={setAvailabilityAction}
          hidden={{ networkId: networkId ?? "", typeId: typeId ?? "", to: off ? "on" : "off", version }}
          reasonHint="For the audit log. Buyers don’t see it."
          submit={off ? `Turn on ${what}` : `Turn off ${what}`}
          look={{ variant: off ? "primary" : "danger" }}
        >
          {!off && (
            <Input
              label="Message to buyers"
              name="message"
              maxLength={200}
              autoComplete="off"
              hint="Name the problem and when to check again."
              defaultValue={message}
            />
          )}
        </AdminForm>
        {version > 0 && (
          <HistoryDetails
            records={getAuditHistory(ctx, { subject: "sale", subjectId: subject, latest: 20 })}
          />
        )}
      </div>
    </details>
  );
}
