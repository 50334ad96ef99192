import { Network, Plus } from "lucide-react";
import { AdminForm } from "#app/admin/admin-form";
import { HistoryDetails } from "#app/admin/history";
import { StateBadge } from "#app/ui/badge";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { Select } from "#app/ui/form/select";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { EmptyState } from "#app/ui/list/empty-state";
import { RowLink } from "#app/ui/list/row-link";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { PlainIcon } from "#app/ui/plain-icon";
import { getAuditHistory } from "#lib/audit/audit-history";
import type { PriceBasis } from "#lib/catalogue/catalogue-settings";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { listSuppliers, type SupplierView } from "#lib/supplier/list-suppliers";
import { getRouting, PRICE_BASIS_SUBJECT, ROUTING_SUBJECT, type Routing } from "#lib/supplier/routing";
import { requireAdminPage } from "#lib/web/actor";
import { setPriceBasisAction, setRoutingAction } from "./actions.ts";
import { PRICE_BASIS_LABELS, ROUTING_LABELS, sellingLabel } from "./supplier-labels.ts";

export const metadata = { title: "Suppliers" };

const NEW_PATH = "/admin/suppliers/new";

export default async function SuppliersPage() {
  const { ctx } = await requireAdminPage();
  const suppliers = await listSuppliers(ctx);
  return (
    <>
      <LiveUpdates />
      <PageHeader title="Suppliers" lead="The services that the portal buys bundles from.">
        {suppliers.length > 1 && (
          <ButtonLink href="/admin/suppliers/report" variant="secondary">
            Sales by supplier
          </ButtonLink>
        )}
        <PermissionGate do="system">
          <ButtonLink href={NEW_PATH} variant={suppliers.length > 1 ? "secondary" : "primary"}>
            <PlainIcon icon={Plus} />
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
        <RowLink href={`/admin/suppliers/${id}`} className="break-words font-medium md:block md:w-44">
          {name}
        </RowLink>
        <span className="block text-muted text-sm">{perMinute} a minute</span>
      </>
    ),
  },
  {
    head: "Status",
    phone: "value",
    cell: (supplier) => (
      <span title={supplier.sending.reason ?? undefined}>
        <StateBadge {...sellingLabel(supplier)} />
      </span>
    ),
  },
  {
    head: "Plans",
    align: "end",
    phone: "note",
    cell: ({ isMain, routes, list }) => {
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
          {delivered} of {attempts}
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
          <PermissionGate do="system">
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
  const { routing, pricesFollow } = await getRouting(ctx);
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <ChoiceCard ctx={ctx} routing={routing} />
      <PricesCard ctx={ctx} pricesFollow={pricesFollow} />
    </div>
  );
}

/** The choice where several suppliers can deliver a purchase. */
function ChoiceCard({ ctx, routing }: { ctx: Ctx; routing: Routing }) {
  return (
    <Card title="Supplier selection">
      <p className="text-muted">
        A purchase that several suppliers can deliver goes to one of them. It goes to the next one only if the
        first surely didn’t take it.
      </p>
      <div className="mt-3">
        <AdminForm
          needs="system"
          id="routing"
          action={setRoutingAction}
          hidden={{ expected: routing }}
          begun={{ to: routing }}
          submit="Save choice"
        >
          <Select
            label="Buy from"
            name="to"
            options={ROUTING_LABELS}
            defaultValue={routing}
            hint="A plan’s own page can say otherwise."
          />
        </AdminForm>
      </div>
      <HistoryDetails records={getAuditHistory(ctx, { ...ROUTING_SUBJECT, latest: 20 })} />
    </Card>
  );
}

/** The cost that prices follow where several suppliers deliver a plan. */
function PricesCard({ ctx, pricesFollow }: { ctx: Ctx; pricesFollow: PriceBasis }) {
  return (
    <Card title="Prices">
      <p className="text-muted">
        A supplier that costs more than the price paid is never bought from. While the main supplier doesn’t
        sell a plan, its price follows the others.
      </p>
      <div className="mt-3">
        <AdminForm
          needs="prices"
          id="price-basis"
          action={setPriceBasisAction}
          hidden={{ expected: pricesFollow }}
          begun={{ to: pricesFollow }}
          submit="Save prices"
        >
          <Select label="Prices follow" name="to" options={PRICE_BASIS_LABELS} defaultValue={pricesFollow} />
        </AdminForm>
      </div>
      <HistoryDetails records={getAuditHistory(ctx, { ...PRICE_BASIS_SUBJECT, latest: 20 })} />
    </Card>
  );
}
