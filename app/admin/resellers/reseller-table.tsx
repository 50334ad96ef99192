import Link from "next/link";
import { formatMoney } from "#lib/core/money";
import type { ResellerLine } from "#lib/reseller/list";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { LEVEL_WORDS } from "../../ui/level-words.ts";
import { LinkHint } from "../../ui/link-hint.tsx";
import { Money } from "../../ui/money.tsx";
import { ResellerState } from "../../ui/reseller-state.tsx";
import { Time } from "../../ui/time.tsx";

/** Resellers with their money and what they bought lately; each row opens its reseller. */
export function ResellerTable({ resellers }: { resellers: readonly ResellerLine[] }) {
  return <DataTable caption="Resellers" dense columns={COLUMNS} rows={resellers} rowKey={({ id }) => id} />;
}

const COLUMNS: readonly Column<ResellerLine>[] = [
  {
    key: "name",
    head: "Reseller",
    phone: "title",
    cell: ({ id, name, email }) => (
      <>
        <Link href={`/admin/resellers/${id}`} className="stretched rounded-sm font-medium">
          {name}
          <LinkHint className="ml-2" />
        </Link>
        <span className="block max-w-56 truncate text-muted text-xs max-md:hidden">{email}</span>
      </>
    ),
  },
  {
    key: "level",
    head: "Level",
    phone: "note",
    cell: ({ level }) => LEVEL_WORDS[level],
  },
  {
    key: "state",
    head: "State",
    phone: "state",
    cell: ({ state }) => <ResellerState state={state} />,
  },
  {
    key: "seen",
    head: "Last seen",
    from: "xl",
    cell: ({ seenAt }) => <span className="text-muted">{seenAt ? <Time at={seenAt} /> : "Never"}</span>,
  },
  {
    key: "today",
    head: "Today",
    align: "end",
    from: "lg",
    cell: ({ today }) => <Money text={formatMoney(today)} />,
  },
  {
    key: "month",
    head: "30 days",
    align: "end",
    from: "lg",
    cell: ({ month }) => <Money text={formatMoney(month)} />,
  },
  {
    key: "held",
    head: "Held",
    align: "end",
    from: "lg",
    cell: ({ held }) => <Money text={formatMoney(held)} className="text-muted" />,
  },
  {
    key: "wallet",
    head: "Balance",
    align: "end",
    phone: "value",
    cell: ({ wallet }) => (
      <Money
        text={formatMoney(wallet)}
        className={wallet < 0n ? "font-semibold text-bad" : "font-semibold"}
      />
    ),
  },
];
