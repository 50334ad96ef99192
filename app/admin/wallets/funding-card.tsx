import { formatMoney } from "#lib/core/money";
import type { CreditedAlready } from "#lib/desk/credited-already";
import type { Matches, MoneyMatch } from "#lib/desk/matches";
import type { AskedFunding } from "#lib/funding/list";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Input } from "../../ui/input.tsx";
import { May } from "../../ui/may.tsx";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Time } from "../../ui/time.tsx";
import { DeskForm } from "../desk-form.tsx";
import { approve, refuse } from "./actions.ts";

interface Props {
  requests: readonly AskedFunding[];
  waiting: number;
  /** By their numbers: money in suspense that they may be, and money that came into the wallet already. */
  money: Matches["money"];
  credited: ReadonlyMap<number, CreditedAlready>;
}

/** The payments that resellers say they made: approved or refused in two clicks. */
export function FundingCard({ requests, waiting, money, credited }: Props) {
  return (
    <Card title={waiting > 0 ? `Asked for (${waiting})` : "Asked for"} padded={false}>
      {requests.length === 0 && (
        <p className="p-4 text-muted md:px-5">
          Nobody waits. When a reseller says that they paid, it shows here.
        </p>
      )}
      <ul className="divide-y divide-line">
        {requests.map((request) => (
          <Request
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

interface RequestProps {
  request: AskedFunding;
  money: readonly MoneyMatch[];
  credited: CreditedAlready | undefined;
}

function Request({ request, money, credited }: RequestProps) {
  const { id, amount, bankReference, reseller, picture, askedAt, seenBefore } = request;
  return (
    <li className="grid gap-3 px-4 py-4 md:px-5">
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
            <Time at={askedAt} />, has {formatMoney(reseller.wallet)}
          </p>
        </div>
        {picture && (
          <a href={`/wallet/picture/${id}`} target="_blank" rel="noreferrer" className="shrink-0">
            <svg
              role="img"
              aria-label={`The payment of ${reseller.name}`}
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
        <Notice kind="warn">
          Another request names the same bank reference. Look whether it is the same payment.
        </Notice>
      )}
      {credited && (
        <Notice kind="warn" title="It may be in the wallet already">
          The same amount {credited.kind === "payment" ? "was paid online" : "was credited by hand"}{" "}
          <Time at={credited.at} />. Look at the wallet before you add it again.
        </Notice>
      )}
      {money.map(({ paid, paidAt, why }) => (
        <Notice
          key={`${paid} ${paidAt.getTime()}`}
          title="It may be money in suspense"
          action={
            <ButtonLink href="/admin/wallets/suspense" variant="secondary" size="sm">
              See it
            </ButtonLink>
          }
        >
          {paid}, paid <Time at={paidAt} />: {why.join(", ")}. Put that into the wallet instead, and refuse
          this.
        </Notice>
      ))}
      <May do="money">
        <div className="flex flex-wrap gap-2">
          <ConfirmDialog
            trigger="Approve"
            look={{ variant: "primary" }}
            title={`Add ${formatMoney(amount)} to ${reseller.name}?`}
          >
            <DeskForm
              needs="money"
              id={`approve-${id}`}
              action={approve}
              hidden={{ id }}
              why={null}
              submit="Add it"
              look={{ variant: "primary", wide: true }}
            >
              <Input
                label="Why"
                name="reason"
                maxLength={300}
                autoComplete="off"
                defaultValue={`Bank transfer ${bankReference}`}
              />
            </DeskForm>
          </ConfirmDialog>
          <ConfirmDialog trigger="Refuse" title={`Refuse ${formatMoney(amount)}?`}>
            <DeskForm
              needs="money"
              id={`refuse-${id}`}
              action={refuse}
              hidden={{ id }}
              why={null}
              submit="Refuse it"
              look={{ variant: "danger", wide: true }}
            >
              <Input
                label="Why"
                name="reason"
                maxLength={500}
                autoComplete="off"
                hint="The reseller reads this."
                defaultValue="We did not find this payment at the bank."
              />
            </DeskForm>
          </ConfirmDialog>
        </div>
      </May>
    </li>
  );
}
