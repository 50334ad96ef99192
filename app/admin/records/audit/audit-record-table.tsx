import { RecordChanges } from "#app/admin/history";
import { cx } from "#app/ui/cx.ts";
import { buildHref } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { PageLink } from "#app/ui/page/page-link";
import { Time } from "#app/ui/time";
import type { AuditRecord } from "#lib/audit/audit-list";
import type { Ctx } from "#lib/core/context";
import { auditActionLabel } from "#lib/modules";
import { toLineKey } from "#lib/outage/line";
import { listLines } from "#lib/outage/list-outages";

interface Props {
  ctx: Ctx;
  records: readonly AuditRecord[];
  /** The active filters: a name in a row adds itself to them. */
  on: Readonly<Record<string, string>>;
}

export async function AuditRecordTable({ ctx, records, on }: Props) {
  const names = await readLineNames(ctx, records);
  return (
    <DataTable
      caption="Audit records"
      dense
      sticks
      columns={buildColumns(on, names)}
      rows={records}
      rowKey={({ id }) => id}
    />
  );
}

type LineNames = ReadonlyMap<string, string>;

/** The names of plan types at suppliers, where a record is about one: its id is three numbers. */
async function readLineNames(ctx: Ctx, records: Props["records"]): Promise<LineNames> {
  if (!records.some(({ subject }) => subject === "line")) return new Map();
  const lines = await listLines(ctx);
  return new Map(lines.map((line) => [toLineKey(line), `${line.name}, ${line.supplier}`]));
}

const LINK = "underline-offset-4 hover:underline";

const buildColumns = (on: Props["on"], names: LineNames): Column<AuditRecord>[] => [
  {
    head: "Date",
    phone: "value",
    cell: ({ at }) => <Time at={at} className="whitespace-nowrap font-normal text-muted" />,
  },
  {
    head: "Actor",
    phone: "note",
    cell: ({ actorName, actor, address: from }) => (
      <span
        className="md:block md:max-w-28 md:truncate"
        title={[actorName, actor, from].filter(Boolean).join(", ")}
      >
        <PageLink href={buildHref("/admin/records/audit", on, { actor })} className={LINK}>
          {actorName}
        </PageLink>
      </span>
    ),
  },
  {
    head: "Action",
    phone: "title",
    cell: ({ action }) => (
      <PageLink
        href={buildHref("/admin/records/audit", on, { action })}
        title={auditActionLabel(action)}
        className={`font-medium md:line-clamp-2 md:w-44 md:leading-5 ${LINK}`}
      >
        {auditActionLabel(action)}
      </PageLink>
    ),
  },
  { head: "Object", phone: "state", cell: (record) => <SubjectCell record={record} names={names} /> },
  {
    head: "Change and reason",
    fills: true,
    cell: ({ before, after, reason }) => (
      <div className="max-h-11 overflow-hidden text-sm focus-within:max-h-none hover:max-h-none">
        {reason && <p className="text-muted">“{reason}”</p>}
        <RecordChanges before={before} after={after} />
      </div>
    ),
  },
  {
    head: "Reseller",
    from: "2xl",
    cell: ({ resellerId, resellerName }) =>
      resellerId === null ? null : (
        <PageLink
          href={buildHref("/admin/records/audit", on, { reseller: String(resellerId) })}
          className={`block max-w-28 truncate ${LINK}`}
        >
          {resellerName ?? resellerId}
        </PageLink>
      ),
  },
];

/** The kind of an object above its reference, which is shown whole; a plan type by its name. */
function SubjectCell({ record, names }: { record: AuditRecord; names: LineNames }) {
  const { subject, subjectId } = record;
  const href = getSubjectHref(record);
  const knownName = subject === "line" ? names.get(subjectId) : record.subjectName;
  const title = `${auditSubjectLabel(subject)} ${knownName ?? subjectId}`;
  const name = (
    <>
      <span className="text-muted md:block md:leading-4">{auditSubjectLabel(subject)}</span>{" "}
      <span className={cx("truncate text-xs md:block md:leading-4", !knownName && "font-mono")}>
        {knownName ?? subjectId}
      </span>
    </>
  );
  const look = "block truncate md:w-38 2xl:w-72";
  return href ? (
    <PageLink href={href} title={title} className={`${look} ${LINK}`}>
      {name}
    </PageLink>
  ) : (
    <span title={title} className={look}>
      {name}
    </span>
  );
}

const SUBJECT_LABELS: Partial<Record<string, string>> = {
  account_number: "dedicated account",
  alert_receiver: "alert recipient",
  batch: "batch",
  delivery_issue: "delivery issue",
  device: "trusted device",
  difference: "settlement discrepancy",
  dispatch: "sending",
  funding: "bank transfer",
  job: "background work",
  line: "plan type",
  keys: "provider keys",
  money: "transaction",
  person: "data subject",
  approvalRequest: "approval request",
  reconcile: "reconciliation",
  route: "supplier’s plan",
  routing: "choice of supplier",
  sale: "availability",
  second_admin: "approval",
  view: "saved view",
};

export const auditSubjectLabel = (subject: string): string =>
  SUBJECT_LABELS[subject] ?? subject.replaceAll("_", " ");

function getSubjectHref({ subject, subjectId, resellerId }: AuditRecord): string | undefined {
  const [id = ""] = subjectId.split(" ");
  const reseller = resellerId === null ? undefined : `/admin/resellers/${resellerId}`;
  return SUBJECT_PATHS[subject]?.replace("ID", id) ?? reseller;
}

const SUBJECT_PATHS: Partial<Record<string, string>> = {
  purchase: "/admin/purchases/ID",
  plan: "/admin/catalogue/ID",
  contact: "/admin/settings/general#support-contact",
  "price rule": "/admin/catalogue/rules",
  sale: "/admin/networks",
  discrepancy: "/admin/review/discrepancies?state=all",
  reconcile: "/admin/settings/purchases#unconfirmed-purchases",
  upstream: "/admin/wallets/adjustments/upstream",
  supplier: "/admin/networks/suppliers/ID",
  route: "/admin/networks/suppliers/ID",
  routing: "/admin/networks/suppliers",
  dispatch: "/admin/records/system",
  job: "/admin/records/system",
  line: "/admin/networks",
  catalogue: "/admin/records/system",
};
