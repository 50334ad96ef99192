import { AdminForm } from "#app/admin/admin-form";
import { AdminList } from "#app/admin/admin-list";
import { AmountInput } from "#app/admin/amount-input";
import { HistoryDetails } from "#app/admin/history";
import { ResellerTabs } from "#app/admin/tabs";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { Select } from "#app/ui/form/select";
import { Gauge } from "#app/ui/icon/icons.ts";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { getAuditHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { requireAdminPage } from "#lib/request/actor";
import { upgradeList } from "#lib/upgrade/upgrade-list";
import { listUpgradeOffers, type UpgradeOffer } from "#lib/upgrade/upgrade-offer";
import { setUpgradeOfferAction } from "./actions.ts";
import { UpgradeCard } from "./upgrade-card.tsx";

export const metadata = { title: "Level upgrades" };

const PATH = "/admin/resellers/upgrades";

export default async function UpgradesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  return (
    <AdminList
      ctx={ctx}
      here={PATH}
      query={await searchParams}
      list={upgradeList}
      live
      title="Level upgrades"
      tabs={<ResellerTabs ctx={ctx} here={PATH} />}
      below={<OfferCard ctx={ctx} />}
      filters={[
        {
          name: "state",
          label: "Status",
          empty: "Pending",
          options: { approved: "Approved or bought", rejected: "Rejected", ended: "Ended" },
        },
      ]}
      empty={{
        icon: Gauge,
        title: "No level upgrade requests",
        text: "Requests appear here for approval once a level is offered without a price.",
      }}
    >
      {({ rows }) => (
        <div className="grid max-w-3xl gap-5">
          {rows.map((upgrade) => (
            <UpgradeCard key={upgrade.id} upgrade={upgrade} />
          ))}
        </div>
      )}
    </AdminList>
  );
}

async function OfferCard({ ctx }: { ctx: Ctx }) {
  const offers = await listUpgradeOffers(ctx);
  return (
    <Card title="Offered levels" className="mt-8 max-w-3xl">
      <p className="text-muted">
        A reseller sees the next offered level, what it would have saved, and how to get it.
      </p>
      <p className="mt-3 text-sm *:*:text-muted!">
        <OfferRow cells={["Level", "Free from", "Price"]} />
      </p>
      <div className="divide-y divide-line">
        {offers.map((offer) => (
          <Disclosure key={`${offer.level} ${offer.version}`} title={<OfferRow cells={formatOffer(offer)} />}>
            <OfferForm ctx={ctx} {...offer} />
          </Disclosure>
        ))}
      </div>
    </Card>
  );
}

function OfferRow({ cells }: { cells: readonly string[] }) {
  return (
    <span className="inline-grid w-[min(34rem,70vw)] grid-cols-[1fr_1.4fr_1fr] gap-4">
      {cells.map((cell, column) => (
        <span key={cell} className={column === 0 ? undefined : "font-normal text-ink"}>
          {cell}
        </span>
      ))}
    </span>
  );
}

function formatOffer({ level, open, price, volume }: UpgradeOffer): string[] {
  const name = LEVEL_LABELS[level];
  if (!open) return [name, "Not offered"];
  return [
    name,
    volume === null ? "–" : `${formatMoney(volume)} in 30 days`,
    price === null ? "On request" : formatMoney(price),
  ];
}

function OfferForm({ ctx, level, open, price, volume, version }: UpgradeOffer & { ctx: Ctx }) {
  return (
    <div className="max-w-2xl pb-4">
      <AdminForm
        needs="rules"
        id={`offer-${level}`}
        action={setUpgradeOfferAction}
        hidden={{ level, version }}
        submit="Save offer"
      >
        <Select
          label="Offered"
          name="open"
          options={{ yes: "Yes", no: "No" }}
          defaultValue={open ? "yes" : "no"}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <AmountInput
            label="Price"
            name="price"
            optional
            amount={price}
            hint="Paid once from the wallet, without approval. Leave empty so that resellers request the level."
          />
          <AmountInput
            label="Volume"
            name="volume"
            optional
            amount={volume}
            hint="A request is approved automatically when the reseller’s deliveries of 30 days reach this. Leave empty to review each request."
          />
        </div>
      </AdminForm>
      <HistoryDetails records={getAuditHistory(ctx, { subject: "upgrade offer", subjectId: level })} />
    </div>
  );
}
