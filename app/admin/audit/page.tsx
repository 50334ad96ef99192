import { ScrollText, SearchX } from "lucide-react";
import type { Metadata } from "next";
import { auditKinds, auditList } from "#lib/audit/list";
import { savedViews } from "#lib/desk/saved-views";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import type { Filter } from "../../ui/list-filters.tsx";
import { actionWords } from "../action-words.ts";
import { AdminList } from "../saved-views.tsx";
import { Records } from "./records.tsx";

export const metadata: Metadata = { title: "Audit" };

const HERE = "/admin/audit";

const EMPTY = {
  icon: ScrollText,
  title: "Nothing was recorded yet",
  text: "Every change of money, prices, access and switches is here as it happens.",
};

const UNMATCHED = {
  icon: SearchX,
  title: "Nothing matches",
  text: "People are found by their whole e-mail, things by their whole number or ident.",
  action: { href: HERE, label: "Show all records", quiet: true },
};

/** Everything that was ever changed: by whom, when, why, from what to what. */
export default async function AuditPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage("audit");
  const [page, kinds, views] = await Promise.all([
    auditList.page(ctx, await searchParams),
    auditKinds(ctx),
    savedViews(ctx, { list: HERE }),
  ]);
  return (
    <AdminList
      here={HERE}
      views={views}
      page={page}
      title="Audit"
      lead="Who changed what, when and why. Nothing here can be changed."
      search={{ name: "id", label: "What it was done to", placeholder: "An ident, or a number" }}
      filters={filtersOf(kinds)}
      days
      empty={EMPTY}
      unmatched={UNMATCHED}
    >
      <Records records={page.rows} on={page.on} />
    </AdminList>
  );
}

function filtersOf({ actions, subjects }: Awaited<ReturnType<typeof auditKinds>>): Filter[] {
  return [
    {
      kind: "text",
      name: "actor",
      label: "By",
      placeholder: "E-mail, or admins",
      suggestions: ["admins"],
      chip: (actor) => (actor === "admins" ? "By admins" : `By ${actor}`),
    },
    {
      name: "action",
      label: "Action",
      empty: "All",
      options: actions.map((value) => ({ value, label: actionWords(value) })),
      chip: actionWords,
    },
    {
      name: "subject",
      label: "Thing",
      empty: "All",
      options: subjects.map((value) => ({ value, label: value })),
    },
    {
      kind: "text",
      name: "reseller",
      label: "Reseller",
      placeholder: "Number",
      numeric: true,
      chip: (id) => `Reseller ${id}`,
    },
  ];
}
