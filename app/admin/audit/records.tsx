import Link from "next/link";
import type { AuditRecord } from "#lib/audit/list";
import { address } from "../../ui/address.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Time } from "../../ui/time.tsx";
import { actionWords } from "../action-words.ts";
import { Difference } from "../difference.tsx";
import { placeOf } from "./place-of.ts";

interface Props {
  records: readonly AuditRecord[];
  /** The filters that are on: a name in a row adds itself to them. */
  on: Readonly<Record<string, string>>;
}

/** The records, dense, with what each changed. */
export function Records({ records, on }: Props) {
  return (
    <DataTable caption="Audit records" dense columns={columns(on)} rows={records} rowKey={({ id }) => id} />
  );
}

const LINK = "underline-offset-4 hover:underline";

const columns = (on: Props["on"]): Column<AuditRecord>[] => [
  {
    key: "at",
    head: "When",
    phone: "value",
    cell: ({ at }) => (
      <span className="font-normal text-muted">
        <Time at={at} />
      </span>
    ),
  },
  {
    key: "who",
    head: "Who",
    phone: "note",
    cell: ({ who, actor, address: from }) => (
      <span title={[actor, from].filter(Boolean).join(", ")}>
        <Link href={address("/admin/audit", on, { actor })} className={LINK}>
          {who}
        </Link>
      </span>
    ),
  },
  {
    key: "action",
    head: "Did",
    phone: "title",
    cell: ({ action }) => (
      <Link
        href={address("/admin/audit", on, { action })}
        className={`whitespace-nowrap font-medium ${LINK}`}
      >
        {actionWords(action)}
      </Link>
    ),
  },
  {
    key: "subject",
    head: "To",
    phone: "state",
    cell: (record) => <Subject record={record} />,
  },
  {
    key: "change",
    head: "Change and reason",
    cell: ({ before, after, reason }) => (
      <div className="max-w-xl text-sm">
        <Difference before={before} after={after} />
        {reason && <p className="text-muted">“{reason}”</p>}
      </div>
    ),
  },
  {
    key: "reseller",
    head: "Reseller",
    align: "end",
    from: "xl",
    cell: ({ resellerId }) =>
      resellerId === null ? null : (
        <Link href={address("/admin/audit", on, { reseller: String(resellerId) })} className={LINK}>
          {resellerId}
        </Link>
      ),
  },
];

function Subject({ record }: { record: AuditRecord }) {
  const { subject, subjectId } = record;
  const href = placeOf(record);
  const name = (
    <>
      <span className="text-muted">{subject}</span> {subjectId}
    </>
  );
  return href ? (
    <Link href={href} className={`wrap-anywhere ${LINK}`}>
      {name}
    </Link>
  ) : (
    <span className="wrap-anywhere">{name}</span>
  );
}
