import type { AuditRecord } from "#lib/audit/list";
import { address } from "../../ui/address.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Time } from "../../ui/time.tsx";
import { actionWords } from "../action-words.ts";
import { Difference } from "../difference.tsx";

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
      <span className="md:inline-block md:min-w-28" title={[actor, from].filter(Boolean).join(", ")}>
        <PageLink href={address("/admin/audit", on, { actor })} className={LINK}>
          {who}
        </PageLink>
      </span>
    ),
  },
  {
    key: "action",
    head: "Did",
    phone: "title",
    cell: ({ action }) => (
      <PageLink
        href={address("/admin/audit", on, { action })}
        className={`whitespace-nowrap font-medium ${LINK}`}
      >
        {actionWords(action)}
      </PageLink>
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
        <PageLink href={address("/admin/audit", on, { reseller: String(resellerId) })} className={LINK}>
          {resellerId}
        </PageLink>
      ),
  },
];

function Subject({ record }: { record: AuditRecord }) {
  const { subject, subjectId } = record;
  const href = pageOf(record);
  const name = (
    <>
      <span className="whitespace-nowrap text-muted">{subject}</span> {subjectId}
    </>
  );
  return href ? (
    <PageLink href={href} className={`wrap-anywhere ${LINK}`}>
      {name}
    </PageLink>
  ) : (
    <span className="wrap-anywhere">{name}</span>
  );
}

/** The admin page of what a record is about; undefined if there is none. */
function pageOf({ subject, subjectId, resellerId }: AuditRecord): string | undefined {
  switch (subject) {
    case "purchase":
      return `/admin/purchases/${subjectId}`;
    case "plan":
      return `/admin/catalogue/${subjectId}`;
    case "contact":
      return "/admin/settings";
    case "price rule":
      return "/admin/catalogue/rules";
    case "sale":
      return "/admin/catalogue/switches";
    case "discrepancy":
      return "/admin/unconfirmed/discrepancies?state=all";
    case "reconcile":
      return "/admin/unconfirmed/rules";
    case "upstream":
      return "/admin/unconfirmed/top-ups";
    case "dispatch":
    case "job":
    case "catalogue":
      return "/admin/system";
    default:
      return resellerId === null ? undefined : `/admin/resellers/${resellerId}`;
  }
}
