import { ScrollText, SearchX } from "lucide-react";
import type { Metadata } from "next";
import { AuditFilter, AuditListInput } from "#lib/audit/filter";
import { auditKinds, list } from "#lib/audit/list";
import { requireAdminPage } from "#lib/web/actor";
import { address, type Query } from "../../ui/address.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { CsvLink } from "../../ui/csv-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { Records } from "./records.tsx";

export const metadata: Metadata = { title: "Audit" };

const HERE = "/admin/audit";

/** Everything that was ever changed: by whom, when, why, from what to what. */
export default async function AuditPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = Object.fromEntries(
    Object.entries(await searchParams).map(([name, value]) => [name, [value].flat()[0]]),
  );
  const filter = AuditFilter.parse(query);
  const on = Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const [{ rows, next, previous }, kinds] = await Promise.all([
    list(ctx, AuditListInput.parse(query)),
    auditKinds(ctx),
  ]);
  return (
    <>
      <PageHeader title="Audit" lead="Who changed what, when and why. Nothing here can be changed.">
        {rows.length > 0 && <CsvLink href={address(`${HERE}/export`, on)} />}
      </PageHeader>
      <AuditFilters on={on} kinds={kinds} />
      {rows.length === 0 ? (
        <Nothing filtered={Object.keys(on).length > 0} />
      ) : (
        <Records records={rows} on={on} />
      )}
      <Pager
        previous={previous && address(HERE, on, { before: previous })}
        next={next && address(HERE, on, { after: next })}
      />
    </>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (!filtered) {
    return (
      <Card>
        <EmptyState icon={ScrollText} title="Nothing was recorded yet">
          Every change of money, prices, access and switches is here as it happens.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title="Nothing matches"
        action={
          <ButtonLink href={HERE} variant="secondary">
            Show all records
          </ButtonLink>
        }
      >
        People are found by their whole e-mail, things by their whole number or ident.
      </EmptyState>
    </Card>
  );
}
