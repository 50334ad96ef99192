import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { history } from "#lib/audit/history";
import { needsApproval, secondAdmin } from "#lib/audit/second-admin-limits";
import { formatMoney } from "#lib/core/money";
import { type AdminCaseView, adminCase } from "#lib/purchase/case/case-view";
import { adminGet } from "#lib/purchase/read/admin-get";
import type { AdminPurchaseDetail } from "#lib/purchase/read/view";
import { requireAdminPage } from "#lib/web/actor";
import { orNotFound } from "#lib/web/or-not-found";
import { Badge } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { CaseTalk } from "../../../ui/case-talk.tsx";
import { caseWords, SEEN_WORDS, withCaseSteps } from "../../../ui/case-words.ts";
import { Input } from "../../../ui/input.tsx";
import { Live } from "../../../ui/live.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { PurchaseTimeline } from "../../../ui/purchase-timeline.tsx";
import { Select } from "../../../ui/select.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { AdminFacts } from "../../purchases/[ident]/admin-facts.tsx";
import { Attempts } from "../../purchases/[ident]/attempts.tsx";
import { answer } from "../actions.ts";

export const metadata: Metadata = { title: "Case" };

interface Props {
  params: Promise<{ ident: string }>;
}

/** One case: what was said, the answer, and beside it everything that is known of the purchase. */
export default async function CasePage({ params }: Props) {
  const { ctx } = await requireAdminPage();
  const { ident } = await params;
  if (!/^DT[0-9A-Z]+$/.test(ident)) notFound();
  const [purchase, found, records, second] = await Promise.all([
    orNotFound(adminGet(ctx, { ident })),
    adminCase(ctx, ident),
    history(ctx, { subject: "case", subjectId: ident }),
    secondAdmin(ctx),
  ]);
  if (!found) notFound();
  const { networkName, size, volume, phone, state, cancelled, price } = purchase;
  const { word, tone } = caseWords(found);
  return (
    <>
      <Live />
      <PageHeader
        title={
          <>
            Not received: {networkName} {size} {volume} <span className="text-muted">for</span> {phone}
          </>
        }
        lead={`${formatMoney(price)}, ${purchase.reseller.name}`}
        back={{ href: "/admin/cases", label: "Cases" }}
      >
        <Badge tone={tone} icon>
          {word}
        </Badge>
      </PageHeader>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-5">
          <Talk found={found} />
          <Answer
            found={found}
            purchase={purchase}
            needsSecond={second.exists && needsApproval(second, price)}
          />
          <HistoryCard title="Audit" records={records} />
        </div>
        <div className="grid min-w-0 gap-5">
          <Card
            title="What happened"
            action={
              <PageLink href={`/admin/purchases/${ident}`} className="font-medium text-accent text-sm">
                <StateBadge state={state} cancelled={cancelled} />
              </PageLink>
            }
          >
            <PurchaseTimeline
              steps={withCaseSteps(purchase.timeline, found.words)}
              state={state}
              cancelled={cancelled}
            />
          </Card>
          <Attempts attempts={purchase.attempts} />
          <AdminFacts purchase={purchase} />
        </div>
      </div>
    </>
  );
}

function Talk({ found }: { found: AdminCaseView }) {
  const { seen, words, resellerName, state, overdue, answerBy } = found;
  return (
    <Card title="What was said">
      {state === "desk" && (
        <p className={overdue ? "mb-3 font-semibold text-bad" : "mb-3"}>
          {overdue ? "Should have been answered by " : "To be answered by "}
          <Time at={answerBy} />
        </p>
      )}
      <CaseTalk
        said={words.map((one) => ({
          ...one,
          who: FROM_RESELLER.includes(one.kind) ? resellerName : (one.admin ?? "The operator"),
          text: one.kind === "opened" ? [SEEN_WORDS[seen], one.text].filter(Boolean).join(". ") : one.text,
          note: one.note && <p className="mt-1 break-words text-muted text-sm">Noted: “{one.note}”</p>,
        }))}
      />
    </Card>
  );
}

const FROM_RESELLER: readonly string[] = ["opened", "reply", "reopened"];

const ANSWERS = [
  { value: "asking", label: "We are asking the provider" },
  { value: "owner", label: "We need the number’s owner" },
  { value: "delivered", label: "It was delivered: close" },
  { value: "money_back", label: "It failed after all: money back" },
];

interface AnswerProps {
  found: AdminCaseView;
  purchase: AdminPurchaseDetail;
  /** The price is above what one admin moves alone. */
  needsSecond: boolean;
}

function Answer({ found, purchase, needsSecond }: AnswerProps) {
  if (found.state === "closed") return null;
  const { ident, state, price } = purchase;
  const decided = state === "successful";
  return (
    <Card title="Answer">
      {!decided && (
        <div className="mb-4">
          <Notice
            kind="warn"
            title="Nobody knows yet whether it was delivered"
            action={
              <ButtonLink href={`/admin/unconfirmed?q=${ident}#decide`} variant="secondary" size="sm">
                Decide it
              </ButtonLink>
            }
          >
            Decided as not delivered, the money goes back and the case is over.
          </Notice>
        </div>
      )}
      <DeskForm
        needs="answer"
        id="answer"
        action={answer}
        hidden={{ ident, version: found.version }}
        why="Note for us"
        whyHint="How you found out: the ticket, the proof. Only admins read it."
        submit="Answer"
        look={{ variant: "primary" }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="What you found"
            name="answer"
            empty="Choose"
            defaultValue=""
            options={decided ? ANSWERS : ANSWERS.slice(0, 2)}
          />
          <Input
            label="More in so many hours"
            name="hours"
            inputMode="numeric"
            defaultValue="24"
            hint="While you are asking."
          />
        </div>
        <Textarea label={`What ${found.resellerName} reads`} name="text" maxLength={500} />
        {decided && (
          <p className="text-muted text-sm">
            Money back reverses the purchase: {formatMoney(price)} goes to the wallet, once
            {needsSecond ? ", after another admin confirmed it" : ""}. They read your words on the statement.
          </p>
        )}
      </DeskForm>
    </Card>
  );
}
