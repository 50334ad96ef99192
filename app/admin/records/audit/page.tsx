import { AdminList } from "#app/admin/admin-list";
import { RecordTabs } from "#app/admin/tabs";
import { ScrollText } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import type { Filter } from "#app/ui/list/list-filters";
import { auditList, listAuditKinds } from "#lib/audit/audit-list";
import { auditActionLabel } from "#lib/modules";
import { requireAdminPage } from "#lib/request/actor";
import { AuditRecordTable, auditSubjectLabel } from "./audit-record-table.tsx";

export const metadata = { title: "Audit log" };

export default async function AuditPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage("audit");
  const kinds = await listAuditKinds(ctx);
  return (
    <AdminList
      ctx={ctx}
      here="/admin/records/audit"
      query={await searchParams}
      list={auditList}
      title="Audit log"
      tabs={<RecordTabs here="/admin/records/audit" />}
      lead="Who changed what, when and why. Records can’t be changed."
      search={{ name: "id", label: "Reference or number", placeholder: "Reference or number" }}
      filters={buildFilters(kinds)}
      days="more"
      empty={{
        icon: ScrollText,
        title: "No records yet",
        text: "Every change of money, prices, access and availability is recorded here.",
      }}
      searchHint="Enter the whole email, number or reference."
    >
      {({ rows, on }) => <AuditRecordTable ctx={ctx} records={rows} on={on} />}
    </AdminList>
  );
}

function buildFilters({ actions, subjects }: Awaited<ReturnType<typeof listAuditKinds>>): Filter[] {
  return [
    {
      kind: "text",
      name: "actor",
      label: "Actor",
      placeholder: "Email",
      suggestions: ["admins"],
      chip: (actor) => (actor === "admins" ? "By admins" : `By ${actor}`),
    },
    {
      name: "action",
      label: "Action",
      options: actions.map((value) => ({ value, label: auditActionLabel(value) })),
      chip: auditActionLabel,
    },
    {
      name: "subject",
      label: "Object",
      options: subjects.map((value) => ({ value, label: auditSubjectLabel(value) })),
    },
    {
      kind: "text",
      name: "reseller",
      label: "Reseller",
      placeholder: "Number",
      numeric: true,
      isSecondary: true,
      chip: (id) => `Reseller ${id}`,
    },
    {
      kind: "text",
      name: "record",
      label: "Record",
      placeholder: "Number",
      numeric: true,
      isSecondary: true,
      chip: (id) => `Record ${id}`,
    },
  ];
}
