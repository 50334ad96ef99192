import { UserPlus, Users } from "lucide-react";
import type { Metadata } from "next";
import { ListResellersInput, RESELLER_STATES, ResellerFilter } from "#lib/account/reseller/list";
import { countSignUps } from "#lib/account/sign-up/list";
import { LEVELS } from "#lib/core/context";
import { list } from "#lib/reseller/list";
import { requireAdminPage } from "#lib/web/actor";
import { address, type Query } from "../../ui/address.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { CsvLink } from "../../ui/csv-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { filtersOn } from "../../ui/filters-on.ts";
import { LEVEL_WORDS } from "../../ui/level-words.ts";
import { ListFilters } from "../../ui/list-filters.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { RESELLER_STATE_WORDS } from "../../ui/reseller-state.tsx";
import { ResellerTable } from "./reseller-table.tsx";
import { ResellerTabs } from "./tabs.tsx";

export const metadata: Metadata = { title: "Resellers" };

const HERE = "/admin/resellers";

const CHOICES = [
  {
    name: "level",
    label: "Level",
    empty: "All",
    options: LEVELS.map((value) => ({ value, label: LEVEL_WORDS[value] })),
  },
  {
    name: "state",
    label: "State",
    empty: "All",
    options: RESELLER_STATES.map((value) => ({ value, label: RESELLER_STATE_WORDS[value].word })),
  },
];

/** Everybody who sells, newest first. */
export default async function ResellersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = await searchParams;
  const on = filtersOn(ResellerFilter.parse(query));
  const [{ rows, next, previous }, asked] = await Promise.all([
    list(ctx, ListResellersInput.parse(query)),
    countSignUps(ctx),
  ]);
  return (
    <>
      <PageHeader title="Resellers">
        <ButtonLink href="/admin/resellers/new">
          <UserPlus aria-hidden />
          New reseller
        </ButtonLink>
        {rows.length > 0 && <CsvLink href={address(`${HERE}/export`, on)} />}
      </PageHeader>
      <ResellerTabs here={HERE} waiting={asked} />
      <ListFilters here={HERE} on={on} search="Name or e-mail" filters={CHOICES} />
      {rows.length === 0 ? (
        <Card>
          <EmptyState
            icon={Users}
            title={Object.keys(on).length > 0 ? "Nobody matches" : "Nobody sells yet"}
            action={<ButtonLink href="/admin/resellers/new">New reseller</ButtonLink>}
          >
            A new reseller gets a link by which they choose their password, and an empty wallet.
          </EmptyState>
        </Card>
      ) : (
        <>
          <ResellerTable resellers={rows} />
          <Pager
            previous={previous && address(HERE, on, { before: previous })}
            next={next && address(HERE, on, { after: next })}
          />
        </>
      )}
    </>
  );
}
