import { notFound, redirect } from "next/navigation";
import { MAX_BULK_ROWS } from "#app/admin/bulk/bulk-action.ts";
import type { BulkKind } from "#app/admin/bulk/bulk-kind.ts";
import {
  bankTransferKind,
  onlinePaymentKind,
  settlementDiscrepancyKind,
} from "#app/admin/bulk/payment-kinds.ts";
import { deliveryIssueKind, purchaseKind, unconfirmedKind } from "#app/admin/bulk/purchase-kinds";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { ActionForm } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatCount } from "#app/ui/format-count.ts";
import { MousePointerClick } from "#app/ui/icon/icons.ts";
import { buildHref, type Query } from "#app/ui/list/build-href.ts";
import { EmptyCard } from "#app/ui/list/list-page";
import { SummaryLine } from "#app/ui/list/summary-line";
import { Money } from "#app/ui/money";
import { PageHeader } from "#app/ui/page/page-header";
import type { PageProps } from "#app/ui/page/page-props.ts";
import { findAmountsNeedingApproval, getApprovalLimit } from "#lib/audit/approval-limits";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { requireAdminPage } from "#lib/request/actor";
import { RowResultCell, RowResultsSummary } from "./row-result.tsx";

export const metadata = { title: "Bulk action" };

const BULK_KINDS = [
  ...[bankTransferKind, onlinePaymentKind, settlementDiscrepancyKind],
  ...[purchaseKind, unconfirmedKind, deliveryIssueKind],
];

export default async function BulkPage({ params, searchParams }: PageProps<{ list: string }>) {
  const { ctx } = await requireAdminPage();
  const { list } = await params;
  const kind = BULK_KINDS.find(({ name }) => name === list);
  const { act: name, row, all, ...filters } = await searchParams;
  const act = kind?.acts[String(name)];
  if (!kind) notFound();
  if (!act) return <NoActionPage back={{ href: kind.here, label: kind.label }} />;
  if (all) redirect(await pinRows(ctx, kind, String(name), filters));
  const [targets, approvalLimit] = await Promise.all([
    kind.read(ctx, { names: [row ?? []].flat() }, String(name)),
    getApprovalLimit(ctx),
  ]);
  const rows = targets.slice(0, MAX_BULK_ROWS);
  const able = rows.filter(({ not }) => not === undefined);
  const [one, many] = kind.nouns;
  const count = (n: number) => `${formatCount(n)} ${n === 1 ? one : many}`;
  const approvals =
    act.moves && approvalLimit.hasApprover
      ? findAmountsNeedingApproval(
          approvalLimit,
          able.map(({ amount }) => amount),
        )
      : [];
  const needApproval = new Set(able.filter((_row, n) => approvals[n]).map(({ name }) => name));
  const resellers = new Set(able.flatMap(({ reseller }) => reseller ?? []));
  const sum = able.reduce((sum, { amount }) => sum + amount, 0n);
  const back = { href: buildHref(kind.here, filters), label: kind.label };
  if (rows.length === 0)
    return (
      <>
        <PageHeader title={act.label} back={back} />
        <EmptyCard
          icon={MousePointerClick}
          title="No rows selected"
          text="Select rows in the list, or tick “Select all matching”."
          action={{ href: back.href, label: "Back to the list" }}
        />
      </>
    );
  return (
    <>
      <PageHeader title={`${act.label}: ${count(rows.length)}`} back={back} />
      {targets.length > MAX_BULK_ROWS && (
        <Banner className="mb-4" kind="warn" title={`More than ${formatCount(MAX_BULK_ROWS)} results`}>
          These are the first {formatCount(MAX_BULK_ROWS)}. Repeat the action for the rest.
        </Banner>
      )}
      <SummaryLine
        sums={[
          { label: "Possible", value: formatCount(able.length) },
          { label: act.moves ? "Money moved" : "Total", value: <Money text={formatMoney(sum)} /> },
          ...(resellers.size > 0 ? [{ label: "Resellers", value: formatCount(resellers.size) }] : []),
          ...(needApproval.size > 0
            ? [{ label: "Need approval", value: formatCount(needApproval.size) }]
            : []),
          ...(able.length < rows.length
            ? [{ label: "Not possible", value: formatCount(rows.length - able.length) }]
            : []),
        ]}
      />
      <ActionForm id="bulk-do" action={act.action} {...(act.hidden && { hidden: act.hidden })}>
        <Card>
          <div className="grid max-w-xl gap-4">
            <RowResultsSummary />
            {able.length > 0 ? (
              <>
                {act.fields}
                {act.reasonLabel !== null && (
                  <Input
                    form="bulk-do"
                    label={act.reasonLabel ?? "Reason"}
                    name="reason"
                    maxLength={500}
                    autoComplete="off"
                    hint={act.reasonHint}
                  />
                )}
                <ConfirmPassword />
                <div>
                  <SubmitButton
                    form="bulk-do"
                    variant={act.danger ? "danger" : "primary"}
                    pendingText="Processing"
                  >
                    {`${act.label}: ${count(able.length)}`}
                  </SubmitButton>
                </div>
              </>
            ) : (
              <p className="text-muted">None of these rows allows this action.</p>
            )}
          </div>
        </Card>
        <Card title="Rows" padded={false}>
          <ul className="divide-y divide-line">
            {rows.map(({ name, version, title, note, amount, not }) => (
              <li
                key={name}
                className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,20rem)] md:px-5"
              >
                <div className="min-w-0">
                  <p className="font-medium">{title}</p>
                  <p className="wrap-anywhere text-muted text-sm">{note}</p>
                </div>
                <Money text={formatMoney(amount)} className="text-right font-semibold" />
                <div className="max-md:col-span-2 md:text-right">
                  {not === undefined && (
                    <input
                      type="hidden"
                      form="bulk-do"
                      name="row"
                      value={version === undefined ? name : `${name} ${version}`}
                    />
                  )}
                  <RowResultCell name={name}>
                    {not === undefined ? (
                      <span className="text-muted text-sm">
                        {needApproval.has(name) ? "Needs approval" : act.does}
                      </span>
                    ) : (
                      <span className="text-sm">Not possible. {not}</span>
                    )}
                  </RowResultCell>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      </ActionForm>
    </>
  );
}

/**
 * Returns the address that names the rows that the filters find now. The page is rendered again after each
 * response, and must show no row then that its reader hasn't seen.
 */
async function pinRows(ctx: Ctx, kind: BulkKind, act: string, filters: Query): Promise<string> {
  const targets = await kind.read(ctx, { filters }, act);
  return buildHref(`/admin/bulk/${kind.name}`, filters, { act, row: targets.map(({ name }) => name) });
}

function NoActionPage({ back }: { back: { href: string; label: string } }) {
  return (
    <>
      <PageHeader title="Bulk action" back={back} />
      <EmptyCard
        icon={MousePointerClick}
        title="No action selected"
        text="Select rows in the list and choose an action for them."
        action={{ href: back.href, label: "Back to the list" }}
      />
    </>
  );
}
