import { AdminDialog } from "#app/admin/admin-form";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { Money } from "#app/ui/money";
import { PageLink } from "#app/ui/page/page-link";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import type { EarlierCredit } from "#lib/funding/find-earlier-credits";
import type { FundingRequest } from "#lib/funding/funding-list";
import type { MoneyMatch, SuggestedMatches } from "#lib/funding/suggest-matches";
import { approveFundingAction, rejectFundingAction } from "./actions.ts";

interface Props {
  requests: readonly FundingRequest[];
  pending: number;
  /** By their ids: payments in suspense that they may be, and earlier credits of the same amount. */
  money: SuggestedMatches["money"];
  credited: ReadonlyMap<number, EarlierCredit>;
}

export function FundingCard({ requests, pending, money, credited }: Props) {
  return (
    <Card
      title={pending > 0 ? `Bank transfers to review (${pending})` : "Bank transfers to review"}
      padded={false}
    >
      {requests.length === 0 && (
        <p className="p-4 text-muted md:px-5">
          No bank transfers to review. A transfer appears here when a reseller reports it.
        </p>
      )}
      <ul className="divide-y divide-line">
        {requests.map((request) => (
          <FundingRequestRow
            key={request.id}
            request={request}
            money={money.get(request.id) ?? []}
            credited={credited.get(request.id)}
          />
        ))}
      </ul>
    </Card>
  );
}

interface FundingRequestRowProps {
  request: FundingRequest;
  money: readonly MoneyMatch[];
  credited: EarlierCredit | undefined;
}

function FundingRequestRow(props: FundingRequestRowProps) {
  const { id, amount, bankReference, reseller } = props.request;
  return (
    <li className="grid gap-3 px-4 py-4 md:px-5">
      <FundingRequestFacts {...props} />
      <PermissionGate do="money">
        <div className="flex flex-wrap gap-2">
          <AdminDialog
            needs="money"
            trigger="Approve"
            look={{ variant: "primary" }}
            title={`Credit ${formatMoney(amount)} to ${reseller.name}?`}
            id={`approve-${id}`}
            action={approveFundingAction}
            hidden={{ id }}
            reasonDefault={`Bank transfer ${bankReference}`}
            submit="Credit wallet"
            submitLook="primary"
          />
          <AdminDialog
            needs="money"
            trigger="Reject"
            title={`Reject ${formatMoney(amount)}?`}
            id={`reject-${id}`}
            action={rejectFundingAction}
            hidden={{ id }}
            reasonHint="The reseller sees this."
            reasonDefault="We couldn’t find this transfer at the bank."
            submit="Reject transfer"
            submitLook="danger"
          />
        </div>
      </PermissionGate>
    </li>
  );
}

export function FundingRequestFacts({ request, money, credited }: FundingRequestRowProps) {
  const { id, amount, bankReference, reseller, picture, requestedAt, seenBefore } = request;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p>
            <Money text={formatMoney(amount)} size="lg" />
          </p>
          <p className="break-words">
            {bankReference}
            <span className="text-muted">, </span>
            <PageLink href={`/admin/wallets/${reseller.id}`} className="underline underline-offset-4">
              {reseller.name}
            </PageLink>
          </p>
          <p className="text-muted text-sm">
            <Time at={requestedAt} />, balance {formatMoney(reseller.wallet)}
          </p>
        </div>
        {picture && (
          <a href={`/wallet/picture/${id}`} target="_blank" rel="noreferrer" className="shrink-0">
            <svg
              role="img"
              aria-label={`Payment receipt from ${reseller.name}`}
              viewBox="0 0 72 72"
              className="size-18 rounded-md border border-line"
            >
              <image
                href={`/wallet/picture/${id}`}
                width="72"
                height="72"
                preserveAspectRatio="xMidYMid slice"
              />
            </svg>
          </a>
        )}
      </div>
      {seenBefore > 0 && (
        <Banner kind="warn">
          Another request names the same bank reference. Check whether it’s the same transfer.
        </Banner>
      )}
      {credited && (
        <Banner kind="warn" title="May already be credited">
          The same amount {credited.kind === "payment" ? "was paid online" : "was credited manually"}{" "}
          <Time at={credited.at} />. Check the wallet before you approve this transfer.
        </Banner>
      )}
      {money.map(({ paid, paidAt, reasons }) => (
        <Banner
          key={`${paid} ${paidAt.getTime()}`}
          title="May be in suspense"
          link={{ href: "/admin/review/suspense", label: "Open suspense" }}
        >
          {paid}, paid <Time at={paidAt} />: {reasons.join(", ")}. Credit that payment instead and reject this
          transfer.
        </Banner>
      ))}
    </>
  );
}
