import type { ReactNode } from "react";
import { env } from "#lib/core/env";
import { exactTime, saySpan } from "#lib/core/time";
import type { CasePromise, CaseView } from "#lib/purchase/case/case-view";
import type { PurchaseDetail } from "#lib/purchase/read/view";
import { AskUs } from "../../../ui/ask-us.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { CaseTalk } from "../../../ui/case-talk.tsx";
import { caseWords, SEEN_WORDS } from "../../../ui/case-words.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { type Fact, Facts } from "../../../ui/facts.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Select } from "../../../ui/select.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { Time } from "../../../ui/time.tsx";
import { openTheCase, replyToCase } from "./actions.ts";

interface Props {
  purchase: PurchaseDetail;
  found: CaseView | undefined;
  promise: CasePromise;
}

/** The way to say that the customer did not receive it, and what came of that. Nothing where it makes no sense. */
export function NotReceived({ purchase, found, promise }: Props) {
  if (found) return <OpenedCase purchase={purchase} found={found} promise={promise} />;
  const { state, placedAt, ident } = purchase;
  const inTime = placedAt.getTime() > Date.now() - promise.openDays * 24 * 3_600_000;
  if ((state !== "successful" && state !== "unconfirmed") || !inTime) return null;
  return (
    <Card title="Not received?">
      <Fold title="My customer did not receive it">
        <div className="grid gap-4 pt-2">
          <Known purchase={purchase} promise={promise} />
          <ActionForm id="case" action={openTheCase} hidden={{ ident }}>
            <FormAnswer />
            <Select
              label="What your customer saw"
              name="seen"
              empty="Choose"
              defaultValue=""
              options={Object.entries(SEEN_WORDS).map(([value, label]) => ({ value, label }))}
            />
            <Textarea
              label="What else we should know"
              name="said"
              optional
              maxLength={500}
              hint="When they looked, and what the network told them."
            />
            <p className="text-muted text-sm">
              We look into it and answer here within {saySpan(promise.answerHours * 3_600)}.
            </p>
            <div>
              <SubmitButton pendingText="Sending">Report it</SubmitButton>
            </div>
          </ActionForm>
        </div>
      </Fold>
    </Card>
  );
}

function OpenedCase({ purchase, found, promise }: Props & { found: CaseView }) {
  const { word, tone } = caseWords(found);
  return (
    <Card
      title="Not received"
      action={
        <Badge tone={tone} icon>
          {word}
        </Badge>
      }
    >
      <div className="grid gap-4">
        <p aria-live="polite">
          <Clock found={found} />
        </p>
        <CaseTalk
          said={found.words.map((one) => ({
            ...one,
            who: SAID_BY_RESELLER.includes(one.kind) ? "You" : env().PORTAL_NAME,
            text:
              one.kind === "opened"
                ? [SEEN_WORDS[found.seen], one.text].filter(Boolean).join(". ")
                : one.text,
          }))}
        />
        <Reply found={found} />
        <Fold title="What is known of it">
          <Known purchase={purchase} promise={promise} />
        </Fold>
      </div>
    </Card>
  );
}

const SAID_BY_RESELLER: readonly string[] = ["opened", "reply", "reopened"];

/** By when there is an answer; that it is late is said. */
function Clock({ found: { state, outcome, overdue, answerBy } }: { found: CaseView }) {
  if (outcome === "money_back") return <>The money is back in your wallet.</>;
  if (outcome === "delivered") return <>It was delivered, as far as anybody can tell.</>;
  if (state === "owner") return <>We need something from the number’s owner: write it below.</>;
  if (overdue)
    return (
      <>
        We promised an answer by <Time at={answerBy} />, and it is late. <AskUs>about it</AskUs>
      </>
    );
  return (
    <>
      Answered by <Time at={answerBy} />.
    </>
  );
}

function Reply({ found: { ident, state, outcome, reopened } }: { found: CaseView }) {
  if (outcome === "money_back" || (state === "closed" && reopened)) return null;
  const form = (
    <ActionForm id="reply" action={replyToCase} hidden={{ ident }}>
      <FormAnswer />
      <Textarea
        label={state === "closed" ? "What the number’s owner sees now" : "Your words"}
        name="said"
        maxLength={500}
      />
      <div>
        <SubmitButton variant="secondary" pendingText="Sending">
          {state === "closed" ? "Open it again" : "Send"}
        </SubmitButton>
      </div>
    </ActionForm>
  );
  if (state === "owner") return form;
  return <Fold title={state === "closed" ? "It is still not there" : "Add something"}>{form}</Fold>;
}

/** What a reseller can tell their customer: the network's own words, and how the balance is checked. */
function Known({ purchase, promise }: Omit<Props, "found">) {
  const check = promise.checks[purchase.networkId];
  const first: ReactNode[] = [
    check && `To see the balance on ${purchase.networkName}: ${check}`,
    "Is it the right number? Some phones show new data only after they are switched off and on.",
  ].filter(Boolean);
  return (
    <div>
      <p className="font-medium">Look first</p>
      <ul className="mt-1 list-disc pl-5 text-sm">
        {first.map((one) => (
          <li key={String(one)}>{one}</li>
        ))}
      </ul>
      <Facts facts={factsOf(purchase)} />
    </div>
  );
}

function factsOf({ timeline, settledAt, outcome, networkRef, networkName, phone }: PurchaseDetail): Fact[] {
  const sent = timeline.findLast(({ kind }) => kind === "sent")?.at;
  return [
    { label: "Number", value: phone },
    ...(sent ? [{ label: "Sent", value: exactTime(sent) }] : []),
    settledAt
      ? { label: `${networkName} answered`, value: exactTime(settledAt) }
      : { label: `${networkName} answered`, value: "Not clearly yet" },
    ...(outcome ? [{ label: "In their words", value: `“${outcome}”` }] : []),
    ...(networkRef
      ? [
          {
            label: "Their reference",
            value: networkRef,
            mono: true,
            action: <CopyButton text={networkRef} what="their reference" />,
          },
        ]
      : []),
  ];
}
