import { setShopRoundingAction } from "#app/(reseller)/shop/actions.ts";
import { LossBanner, requireShopPage, ShopPageHeader } from "#app/(reseller)/shop/shop-page";
import { Badge } from "#app/ui/badge";
import { cx } from "#app/ui/cx.ts";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Select } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { RowLink } from "#app/ui/list/row-link";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { HelpPopover } from "#app/ui/page/help-popover";
import { PageLink } from "#app/ui/page/page-link";
import { ROW_PADDING_CLASS, SettingsGroup, SettingsRow } from "#app/ui/settings-row";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import type { SellingPriceView } from "#lib/shop/price-list";
import { getPriceList } from "#lib/shop/price-list";
import { ROUNDINGS, toRounding } from "#lib/shop/shop-fields";
import { ShopRuleForm, ShopRuleList } from "./shop-rules.tsx";

export const metadata = { title: "Prices" };

interface Props {
  searchParams: Promise<{ network?: string | string[]; open?: string | string[] }>;
}

export default async function PricesPage({ searchParams }: Props) {
  const { ctx, shop } = await requireShopPage();
  const [list, { network, open }] = await Promise.all([getPriceList(ctx), searchParams]);
  const openRow = [open].flat()[0];
  const chosen = list.networks.find(({ id }) => String(id) === network) ?? list.networks[0];
  return (
    <>
      <ShopPageHeader slug={shop.slug} here="/shop/prices" />
      <LossBanner plans={list.plans} />
      <div className="grid gap-6">
        <SettingsGroup title="Markups">
          <ShopRuleList list={list} open={openRow} />
          <SettingsRow name="markup" title="Add a markup" open={openRow}>
            <div className={ROW_PADDING_CLASS}>
              <ShopRuleForm networks={list.networks} types={list.types} />
            </div>
          </SettingsRow>
          <RoundingRow rounding={list.rounding} open={openRow} />
        </SettingsGroup>
        <HelpPopover about="shop_prices" className="-my-3" />
        <ShopPriceTable plans={list.plans} networks={list.networks} chosen={chosen} />
      </div>
    </>
  );
}

function RoundingRow({ rounding, open }: { rounding: bigint; open: string | undefined }) {
  const chosen = ROUNDINGS.find((units) => toRounding(units) === rounding) ?? 0;
  const options = ROUNDINGS.map((units) => ({
    value: String(units),
    label: units === 0 ? "No rounding" : `Next ${units}`,
  }));
  return (
    <SettingsRow
      name="rounding"
      title="Rounding"
      value={options.find(({ value }) => value === String(chosen))?.label}
      open={open}
    >
      <ActionForm
        action={setShopRoundingAction}
        permalink="/shop/prices?open=rounding"
        className={cx("gap-4", ROW_PADDING_CLASS)}
      >
        <Select label="Round prices up to" name="rounding" options={options} defaultValue={String(chosen)} />
        <FormStatus />
        <SubmitButton variant="secondary">Save rounding</SubmitButton>
      </ActionForm>
    </SettingsRow>
  );
}

interface ShopPriceTableProps {
  plans: readonly SellingPriceView[];
  networks: { id: number; name: string }[];
  chosen: { id: number; name: string } | undefined;
}

const TAB_CLASS = [
  "inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-3 font-medium text-sm hover:border-edge sm:px-4",
  "aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent",
].join(" ");

const COLUMNS: readonly Column<SellingPriceView>[] = [
  {
    head: "Plan",
    phone: "title",
    cell: (plan) => (
      <RowLink
        href={`/shop/prices/${plan.planId}`}
        label={`${formatPlanSize(plan)}, ${plan.validity}, ${plan.networkName} ${plan.typeName}`}
        className="font-medium"
      >
        {`${formatPlanSize(plan)}, ${plan.validity}`}
      </RowLink>
    ),
  },
  {
    head: "Type",
    phone: "note",
    cell: ({ typeName, price }) => (
      <span className="max-md:dotted md:text-muted">
        <span>{typeName}</span>
        <span className="whitespace-nowrap md:hidden">You pay {formatMoney(price)}</span>
      </span>
    ),
  },
  { head: "You pay", align: "end", cell: ({ price }) => formatMoney(price) },
  {
    head: "Customers pay",
    align: "end",
    phone: "value",
    cell: ({ sellingPrice }) => <span className="font-semibold">{formatMoney(sellingPrice)}</span>,
  },
  { head: "Profit", align: "end", phone: "state", cell: ProfitCell },
];

function ShopPriceTable({ plans, networks, chosen }: ShopPriceTableProps) {
  return (
    <section aria-label="Prices" className="min-w-0">
      <nav aria-label="Network" className="mb-3 flex flex-wrap gap-2">
        {networks.map(({ id, name }) => (
          <PageLink
            key={id}
            href={`/shop/prices?network=${id}`}
            aria-current={id === chosen?.id ? "page" : undefined}
            className={TAB_CLASS}
            opens="staying"
          >
            {name}
          </PageLink>
        ))}
      </nav>
      <DataTable
        caption={`Prices of ${chosen?.name ?? "all networks"}`}
        columns={COLUMNS}
        rows={plans.filter((plan) => plan.networkId === chosen?.id)}
        rowKey={(plan) => plan.planId}
      />
      <p className="mt-2 text-muted text-sm">The fee of an online payment reduces your profit.</p>
    </section>
  );
}

function ProfitCell({ profit, hidden, own }: SellingPriceView) {
  if (hidden) return <Badge>Hidden</Badge>;
  if (profit < 0n)
    return (
      <Badge tone="bad" icon>
        Loss {formatMoney(-profit)}
      </Badge>
    );
  return (
    <span className={getMarginClass(profit)}>
      {own && <span className="text-muted">custom price · </span>}
      <span className="md:hidden">+</span>
      {formatMoney(profit)}
      <span className="md:hidden"> profit</span>
    </span>
  );
}
