import { Download, UserPlus, Users } from "lucide-react";
import type { Metadata } from "next";
import { ListResellersInput } from "#lib/account/list-resellers";
import { countSignUps } from "#lib/account/list-sign-ups";
import { list } from "#lib/reseller/list";
import { requireAdminPage } from "#lib/web/actor";
import { address, type Query } from "../../ui/address.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { ResellerFilters, resellerQuery } from "./reseller-filters.tsx";
import { ResellerTable } from "./reseller-table.tsx";
import { ResellerTabs } from "./tabs.tsx";

export const metadata: Metadata = { title: "Resellers" };

const HERE = "/admin/resellers";

/** Everybody who sells, newest first. */
export default async function ResellersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const input = ListResellersInput.parse(await searchParams);
  const on = resellerQuery(input);
  const [{ rows, next, previous }, asked] = await Promise.all([list(ctx, input), countSignUps(ctx)]);
  return (
    <>
      <PageHeader title="Resellers">
        <ButtonLink href="/admin/resellers/new">
          <UserPlus aria-hidden />
          New reseller
        </ButtonLink>
        {rows.length > 0 && (
          <a href={address(`${HERE}/export`, on)} download className={buttonClass({ variant: "secondary" })}>
            <Download aria-hidden />
            CSV
          </a>
        )}
      </PageHeader>
      <ResellerTabs here={HERE} waiting={asked} />
      <ResellerFilters filter={input} />
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
