import type { ComponentProps } from "react";
import { AdminForm } from "#app/admin/admin-form";
import { HistoryDetails } from "#app/admin/history";
import { NetworkTabs } from "#app/admin/tabs";
import { StateBadge } from "#app/ui/badge";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { Select } from "#app/ui/form/select";
import { Network, Plus } from "#app/ui/icon/icons.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { EmptyState } from "#app/ui/list/empty-state";
import { RowLink } from "#app/ui/list/row-link";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { getAuditHistory } from "#lib/audit/audit-history";
import { getPriceBasis, PRICE_BASIS_SUBJECT } from "#lib/catalogue/price/price-basis";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { getRouting, ROUTING_SUBJECT } from "#lib/dispatch/routing";
import { requireAdminPage } from "#lib/request/actor";
import { listSuppliers, type SupplierView } from "#lib/supplier/list-suppliers";
import { setPriceBasisAction, setRoutingAction } from "./actions.ts";
import { getSellingProblem, PRICE_BASIS_LABELS, ROUTING_LABELS, sellingLabel } from "./supplier-labels.ts";

export const metadata = { title: "Suppliers" };

const NEW_PATH = "/admin/networks/suppliers/new";

export default async function SuppliersPage() {
  const { ctx } = await requireAdminPage();
  const suppliers = await listSuppliers(ctx);
  return (
    <>
      <LiveUpdates />
      <PageHeader
        title="Suppliers"
        lead="The services that the portal buys bundles from."
        tabs={<NetworkTabs here="/admin/networks/suppliers" />}
      >
        {suppliers.length > 1 && (
          <ButtonLink href="/admin/networks/suppliers/report" variant="secondary">
            Sales by supplier
          </ButtonLink>
        )}
        <PermissionGate do="suppliers">
          <ButtonLink href={NEW_PATH} variant={suppliers.length > 1 ? "secondary" : "primary"}>
            <Plus />
            Add supplier
          </ButtonLink>
        </PermissionGate>
      </PageHeader>
      <div className="grid gap-5">
        <DataTable caption="Suppliers" dense columns={COLUMNS} rows={suppliers} rowKey={({ id }) => id} />
        {suppliers.length > 1 ? <RuleCards ctx={ctx} /> : <OnlyOneCard />}
      </div>
    </>
  );
}

const COLUMNS: readonly Column<SupplierView>[] = [
  {
    head: "Supplier",
    phone: "title",
    cell: ({ id, name, perMinute }) => (
      <>
        <RowLink
          href={`/admin/networks/suppliers/${id}`}
          className="break-words font-medium md:block md:w-44"
        >
          {name}
        </RowLink>
        <span className="block text-muted text-sm max-md:hidden">{perMinute} a minute</span>
      </>
    ),
  },
  {
    head: "Status",
    phone: "value",
    cell: (supplier) => (
      <>
        <StateBadge {...sellingLabel(supplier)} />
        <span className="block max-w-56 break-words text-muted text-sm empty:hidden max-md:hidden">
          {getSellingProblem(supplier)}
        </span>
      </>
    ),
  },
  {
    head: "Plans",
    align: "end",
    phone: "note",
    cell: (supplier) => {
      const { isMain, routes, list, today, balance } = supplier;
      const note = list.isOld ? "list out of date" : routes.toMatch > 0 ? `${routes.toMatch} to match` : "";
      return (
        <>
          {isMain ? "Your catalogue" : `${routes.open} of ${routes.all} open`}
          {note && (
            <span className="md:block md:text-muted md:text-sm">
              <span className="md:sr-only">, </span>
              {note}
            </span>
          )}
          <span className="block empty:hidden md:hidden">{getSellingProblem(supplier)}</span>
          <span className="block md:hidden">
            {formatMoney(today.sales)} sold today
            {balance && `, ${formatMoney(balance.amount)} balance`}
          </span>
        </>
      );
    },
  },
  {
    head: "Balance",
    align: "end",
    from: "lg",
    cell: ({ balance }) => (balance ? formatMoney(balance.amount) : "Not known yet"),
  },
  {
    head: "Sales today",
    align: "end",
    from: "lg",
    cell: ({ today }) => (
      <>
        {formatMoney(today.sales)}
        <span className="block text-muted text-sm">{formatMoney(today.margin)} margin</span>
      </>
    ),
  },
  {
    head: "Delivered",
    align: "end",
    from: "xl",
    cell: ({ recent: { attempts, delivered, medianSeconds } }) =>
      attempts === 0 ? (
        "None sent"
      ) : (
        <>
          {delivered} of last {attempts}
          {medianSeconds !== null && (
            <span className="block text-muted text-sm">{medianSeconds.toFixed(1)} s usually</span>
          )}
        </>
      ),
  },
];

function OnlyOneCard() {
  return (
    <Card>
      <EmptyState
        icon={Network}
        title="Only one supplier yet"
        action={
          <PermissionGate do="suppliers">
            <ButtonLink href={NEW_PATH}>Add supplier</ButtonLink>
          </PermissionGate>
        }
      >
        With a second supplier, sales continue while one is down, each plan is bought where it costs less, and
        more purchases are sent a minute.
      </EmptyState>
    </Card>
  );
}

async function RuleCards({ ctx }: { ctx: Ctx }) {
  const [routing, pricesFollow] = await Promise.all([getRouting(ctx), getPriceBasis(ctx)]);
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <RuleCard
        title="Supplier selection"
        text="A purchase goes to one supplier. It goes to the next one only if the first surely didn’t take it."
        records={getAuditHistory(ctx, { ...ROUTING_SUBJECT, latest: 20 })}
        needs="suppliers"
        id="routing"
        action={setRoutingAction}
        submit="Save choice"
        choice={{
          label: "Buy from",
          options: ROUTING_LABELS,
          defaultValue: routing,
          hint: "A plan’s own page can say otherwise.",
        }}
      />
      <RuleCard
        title="Prices"
        text="A supplier that costs more than the price paid is never bought from. While the main supplier doesn’t sell a plan, its price follows the others."
        records={getAuditHistory(ctx, { ...PRICE_BASIS_SUBJECT, latest: 20 })}
        needs="prices"
        id="price-basis"
        action={setPriceBasisAction}
        submit="Save prices"
        choice={{ label: "Prices follow", options: PRICE_BASIS_LABELS, defaultValue: pricesFollow }}
      />
    </div>
  );
}

interface RuleCardProps
  extends Pick<ComponentProps<typeof AdminForm<string>>, "needs" | "id" | "action" | "submit">,
    ComponentProps<typeof HistoryDetails> {
  title: string;
  text: string;
  choice: Omit<ComponentProps<typeof Select>, "name"> & { defaultValue: string };
}

function RuleCard({ title, text, records, choice, ...form }: RuleCardProps) {
  return (
    <Card title={title}>
      <p className="text-muted">{text}</p>
      <div className="mt-3">
        <AdminForm {...form} hidden={{ expected: choice.defaultValue }} begun={{ to: choice.defaultValue }}>
          <Select {...choice} name="to" />
        </AdminForm>
      </div>
      <HistoryDetails records={records} />
    </Card>
  );
}
