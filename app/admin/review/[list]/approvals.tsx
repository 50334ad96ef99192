import { CircleCheck } from "lucide-react";
import type { GroupedListProps } from "#app/admin/admin-list";
import { ApprovalLimitNote } from "#app/admin/approval-notes";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { EmptyState } from "#app/ui/list/empty-state";
import { Pager } from "#app/ui/list/pager";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { plainIcon } from "#app/ui/plain-icon";
import { getApprovalLimit } from "#lib/audit/approval-limits";
import { approvalRequestList } from "#lib/reconcile/admin/approval-request-list";
import { ApprovalRequestCard } from "./approval-request-card.tsx";

const Check = plainIcon(CircleCheck);

/** Changes that one admin requested and another has to approve. */
export async function Page({ ctx, here, query, tabs }: GroupedListProps) {
  const [page, second] = await Promise.all([approvalRequestList.page(ctx, query), getApprovalLimit(ctx)]);
  return (
    <>
      <LiveUpdates />
      <PageHeader
        title="Approvals"
        lead="One admin requests a change, another approves it. Until then nothing changes."
      >
        <ButtonLink href="/admin/settings#approvals" variant="secondary" size="sm">
          Approval settings
        </ButtonLink>
      </PageHeader>
      {tabs}
      <ApprovalLimitNote second={second} />
      <Card padded={false}>
        {page.rows.length === 0 ? (
          <EmptyState icon={Check} title="No approval requests">
            A change that needs approval appears here.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {page.rows.map((request) => (
              <ApprovalRequestCard key={request.id} request={request} />
            ))}
          </ul>
        )}
      </Card>
      <Pager here={here} page={page} />
    </>
  );
}
