import type { ComponentProps } from "react";
import { formatMoney, type Minor } from "#lib/core/money";
import type { Column } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { AdminList } from "../saved-views.tsx";
import { WalletTabs } from "./tabs.tsx";

type Props<T> = Omit<ComponentProps<typeof AdminList<T>>, "here" | "title" | "live"> & {
  here: ComponentProps<typeof WalletTabs>["here"];
};

/** A list among the tabs of the wallets; it keeps itself true. */
export function WalletsList<T>({ here, above, ...list }: Props<T>) {
  return (
    <AdminList
      live
      {...list}
      here={here}
      title="Wallets"
      above={
        <>
          <WalletTabs here={here} />
          {above}
        </>
      }
    />
  );
}

/** Whose it is: the row opens their wallet. */
export const resellerColumn: Column<{ reseller: { id: number; name: string } }> = {
  key: "reseller",
  head: "Reseller",
  phone: "title",
  cell: ({ reseller }) => (
    <PageLink href={`/admin/wallets/${reseller.id}`} className="stretched rounded-sm font-medium">
      {reseller.name}
    </PageLink>
  ),
};

export const amountColumn: Column<{ amount: Minor }> = {
  key: "amount",
  head: "Amount",
  align: "end",
  phone: "value",
  cell: ({ amount }) => <Money text={formatMoney(amount)} className="font-semibold" />,
};

/** A filter of a list by the states that its words are for. */
export function stateFilter(words: Readonly<Record<string, { word: string }>>) {
  const options = Object.entries(words).map(([value, { word }]) => ({ value, label: word }));
  return { name: "state", label: "State", empty: "All", options };
}
