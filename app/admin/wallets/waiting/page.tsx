import type { Metadata } from "next";
import { secondAdmin } from "#lib/audit/second-admin-limits";
import { proposalList } from "#lib/reconcile/admin/proposal-list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { Live } from "../../../ui/live.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { SecondAdminNote } from "../../second-admin.tsx";
import { WalletTabs } from "../tabs.tsx";
import { Proposal } from "./proposal.tsx";

export const metadata: Metadata = { title: "Approvals" };

const HERE = "/admin/wallets/waiting";

/** What one admin wants to do with money and another has to look at. */
export default async function WaitingPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, second] = await Promise.all([proposalList.page(ctx, await searchParams), secondAdmin(ctx)]);
  return (
    <>
      <Live />
      <PageHeader
        title="Wallets"
        lead="One admin requests a change, another confirms it. Until then nothing changes."
      >
        <ButtonLink href="/admin/settings/second-admin" variant="secondary" size="sm">
          Daily limit
        </ButtonLink>
      </PageHeader>
      <WalletTabs here={HERE} />
      <SecondAdminNote second={second} />
      <Card title="Waiting for approval" padded={false}>
        {page.rows.length === 0 && (
          <p className="p-4 text-muted md:px-5">
            No requests wait. What an admin may not do alone appears here.
          </p>
        )}
        <ul className="divide-y divide-line">
          {page.rows.map((waiting) => (
            <Proposal key={waiting.id} waiting={waiting} />
          ))}
        </ul>
      </Card>
      <Pager here={HERE} page={page} />
    </>
  );
}
