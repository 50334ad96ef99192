import type { Metadata } from "next";
import { type HistoryView, history } from "#lib/audit/history";
import { type SwitchView, switches } from "#lib/catalogue/switches";
import { requireAdminPage } from "#lib/web/actor";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { Input } from "../../../ui/input.tsx";
import { NetworkTile } from "../../../ui/network-tile.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { HistoryDetails } from "../../history-card.tsx";
import { switchSale } from "../actions.ts";
import { CatalogueTabs } from "../tabs.tsx";

export const metadata: Metadata = { title: "Switches" };

/** Everything that can be taken off sale with a word to buyers: all, a network, a type. */
export default async function SwitchesPage() {
  const { ctx } = await requireAdminPage();
  const [all, ...parts] = await switches(ctx);
  const records = new Map(
    await Promise.all(
      [...(all ? [all] : []), ...parts]
        .filter(({ version }) => version > 0)
        .map(
          async ({ subject }) =>
            [subject, await history(ctx, { subject: "sale", subjectId: subject, latest: 20 })] as const,
        ),
    ),
  );
  const networks = parts.filter(({ typeId }) => typeId === null);
  return (
    <>
      <PageHeader
        title="Catalogue"
        lead="What is switched off is not sold, and buyers read your message. What was bought already is delivered."
      />
      <CatalogueTabs here="/admin/catalogue/switches" />
      <div className="grid gap-5">
        {all && (
          <Card>
            <Switch one={all} records={records.get(all.subject) ?? []} />
          </Card>
        )}
        {networks.map((network) => (
          <Card key={network.networkId}>
            <ul className="grid gap-1 divide-y divide-line">
              {[
                network,
                ...parts.filter((one) => one.networkId === network.networkId && one.typeId !== null),
              ].map((one) => (
                <li key={one.subject} className="pt-1 first:pt-0">
                  <Switch one={one} records={records.get(one.subject) ?? []} />
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  );
}

function Switch({ one, records }: { one: SwitchView; records: readonly HistoryView[] }) {
  const { networkId, typeId, what, off, message, version, plans, offered, subject } = one;
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
        {!offered && <Badge>Off at the upstream</Badge>}
        <Badge tone={off ? "bad" : "good"} icon>
          {off ? "Off" : "On"}
        </Badge>
      </summary>
      <div className="max-w-xl py-3 md:pl-10">
        <DeskForm
          needs="prices"
          key={version}
          id={subject.replaceAll(" ", "-")}
          action={switchSale}
          hidden={{ networkId: networkId ?? "", typeId: typeId ?? "", to: off ? "on" : "off", version }}
          whyHint="For the records; buyers do not see it."
          submit={off ? `Switch ${what} on` : `Switch ${what} off`}
          look={{ variant: off ? "primary" : "danger" }}
        >
          {!off && (
            <Input
              label="What buyers read"
              name="message"
              maxLength={200}
              autoComplete="off"
              hint="Say what is the matter and when to look again."
              defaultValue={message}
            />
          )}
        </DeskForm>
        <HistoryDetails records={records} />
      </div>
    </details>
  );
}
