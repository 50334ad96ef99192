import type { GroupedListProps } from "#app/admin/admin-list";
import { ApprovalForm, ApprovalLimitNote } from "#app/admin/approval";
import { RecordChanges } from "#app/admin/history";
import { approveInQueueAction, rejectInQueueAction } from "#app/admin/review/queue/actions.ts";
import { ResultBanner } from "#app/admin/review/result-banner";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { CircleCheck } from "#app/ui/icon/icons.ts";
import { EmptyState } from "#app/ui/list/empty-state";
import { Pager } from "#app/ui/list/pager";
import { Money } from "#app/ui/money";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import { Time } from "#app/ui/time";
import { getApprovalLimit } from "#lib/audit/approval-limits";
import { dailyLimitLabel, getApprovalPermission, type SettingsChange } from "#lib/audit/approval-request";
import { findSettings } from "#lib/core/module";
import { formatMoney } from "#lib/core/money/money";
import { modules } from "#lib/modules";
import { type ApprovalRequest, approvalRequestList } from "#lib/reconcile/admin/approval-request-list";

const Check = CircleCheck;

export async function Page({ ctx, here, query, tabs }: GroupedListProps) {
  const [page, approvalLimit] = await Promise.all([
    approvalRequestList.page(ctx, query),
    getApprovalLimit(ctx),
  ]);
  return (
    <>
      <LiveUpdates />
      <PageHeader
        title="Approvals"
        lead="One admin requests a change, another approves it. Until then nothing changes."
      >
        <ButtonLink href="/admin/settings/general#approvals" variant="secondary" size="sm">
          Approval settings
        </ButtonLink>
      </PageHeader>
      {tabs}
      {typeof query.done === "string" && (
        <ResultBanner ctx={ctx} done={query.done} queueLink={page.rows.some(({ own }) => !own)} />
      )}
      <ApprovalLimitNote {...approvalLimit} />
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

const KIND_LABELS: Record<ApprovalRequest["kind"], string> = {
  settle: "Resolve an unconfirmed purchase",
  credit: "Credit",
  debit: "Debit",
  claw_back: "Claw back",
  correction: "Reverse an entry",
  funding: "Approve a bank transfer",
  suspense: "Record a manual refund from suspense",
  reversal: "Reverse a purchase",
  write_off: "Write off a credit",
  deposit: "Record a supplier deposit",
  settlement: "Accept a settlement discrepancy",
  refund: "Cancel a refund",
  settings: "Change the daily limit",
};

const CHANGE_LABELS: Record<Exclude<SettingsChange, "role" | "saved">, string> = {
  permissions: "Change a role’s permissions",
  two_factor: "Reset a reseller’s two-factor sign-in",
  password_link: "Create a reseller’s password link",
  supplier_on: "Turn on a supplier",
  supplier_order: "Change a supplier’s order or level",
  routing: "Change how suppliers are chosen",
  plan_routing: "Change how a supplier is chosen for a plan",
  collection: "Turn on operator collection for a reseller",
  upgrade_offer: "Change how a level is offered",
};

function describeRequest(request: ApprovalRequest): string {
  const { kind, outcome, supplier, reseller, byProvider, change, whose } = request;
  if (change?.change === "role") return `Give ${whose} a role`;
  if (change?.change === "saved")
    return findSettings(modules, change.of)?.approval?.label ?? KIND_LABELS[kind];
  if (change?.change) return CHANGE_LABELS[change.change];
  if (kind === "suspense" && reseller) return "Credit a wallet from suspense";
  if (kind === "suspense" && byProvider) return "Refund money in suspense through its provider";
  if (!outcome) return KIND_LABELS[kind];
  const by = supplier ? ` by ${supplier}` : "";
  return `${KIND_LABELS[kind]}: ${outcome === "successful" ? `delivered${by}` : "refund"}`;
}

function ApprovalRequestCard({ request }: { request: ApprovalRequest }) {
  const { id, kind, change, own } = request;
  return (
    <li className="grid gap-4 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <ApprovalRequestFacts request={request} />
      <ApprovalForm
        needs={getApprovalPermission(kind)}
        id={id}
        own={own}
        confirm={approveInQueueAction}
        withdraw={rejectInQueueAction}
        next="/admin/review/approvals"
        hint={change ? "Nothing changes." : "No money moves."}
      />
    </li>
  );
}

export function ApprovalRequestFacts({ request }: { request: ApprovalRequest }) {
  const { amount, change, day, reason, by, own, at } = request;
  return (
    <div className="min-w-0">
      <p className="font-medium">{describeRequest(request)}</p>
      {change ? (
        <RecordChanges before={change.before} after={change.after} />
      ) : (
        <p>
          <Money text={formatMoney(amount)} size="lg" />
        </p>
      )}
      <RequestSubject request={request} />
      {day && <p className="mt-1 text-sm">{dailyLimitLabel(day, own ? "you" : by)}</p>}
      <p className="mt-1 break-words text-muted text-sm">
        {own ? "You requested it" : `${by} requested it`}, <Time at={at} />: “{reason}”
      </p>
    </div>
  );
}

function RequestSubject({ request: { reseller, ident } }: { request: ApprovalRequest }) {
  if (!reseller) return null;
  const link = "underline underline-offset-4";
  return (
    <p className="break-words">
      <PageLink href={`/admin/wallets/${reseller.id}`} className={link}>
        {reseller.name}
      </PageLink>
      {ident && (
        <>
          ,{" "}
          <PageLink href={`/admin/purchases/${ident}`} className={link}>
            {ident}
          </PageLink>
        </>
      )}
    </p>
  );
}
