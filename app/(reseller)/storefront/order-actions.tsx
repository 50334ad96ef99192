"use client";

import { Plus } from "lucide-react";
import { useActionState } from "react";
import { AskUs } from "../../ui/ask-us.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { PinField } from "../../ui/pin-field.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { fundPath } from "../wallet/fund/fund-path.ts";
import { answerNotReceived, deliver, passNotReceived, refund, refuse } from "./actions.ts";

interface Props {
  code: string;
  /** The ref that this tap buys with: tapped twice, it is one purchase. */
  nextRef: string;
  /** What the reseller pays, in minor units. */
  price: string;
  words: string;
  /** Not the first thing to do about this order. */
  quiet: boolean;
  /** What it costs and earns. */
  note: string;
  /** The query of the page that it is tapped on, to come back to. */
  here: string;
}

/** "The money is here": one tap, and the data is on its way. */
export function Deliver({ code, nextRef, price, words, quiet, note, here }: Props) {
  const [state, send] = useActionState(deliver, null);
  const problem = state && !state.ok ? state : null;
  const pinError = problem?.fields.pin?.join(" ");
  return (
    <form action={send} className="flex flex-col gap-1.5">
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="ref" value={nextRef} />
      <input type="hidden" name="price" value={price} />
      <input type="hidden" name="here" value={here} />
      {pinError && <PinField id={`pin-${code}`} error={pinError} />}
      <SubmitButton wide variant={quiet ? "secondary" : "primary"} pendingText="Sending">
        {words}
      </SubmitButton>
      <p className="text-center text-muted text-sm">{note}</p>
      <div aria-live="polite" className="text-bad text-sm">
        {problem && !pinError && <p role="alert">{problem.message}</p>}
        {(problem?.code === "insufficient_funds" || problem?.code === "negative_wallet") && (
          <ButtonLink
            href={fundPath({ amount: String(problem.facts.amount), next: "/storefront" })}
            className="mt-2 w-full"
          >
            <PlainIcon icon={Plus} />
            Add money
          </ButtonLink>
        )}
        {problem?.code === "restricted" && <AskUs className="text-ink">what is missing</AskUs>}
      </div>
    </form>
  );
}

/** Tells the customer why their unpaid order is not taken. */
export function Refuse({ code }: { code: string }) {
  return (
    <ConfirmDialog trigger="Refuse" look={{ variant: "quiet", wide: true }} title="Refuse this order">
      <ActionForm id={`refuse-${code}`} action={refuse} hidden={{ code }} noValidate={false}>
        <FormAnswer />
        <Textarea
          label="Why"
          name="reason"
          required
          maxLength={200}
          hint="The customer reads this on the order's page."
        />
        <SubmitButton variant="danger" wide>
          Refuse the order
        </SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}

interface ComplaintProps {
  code: string;
  /** Who looks into what the shop itself cannot. */
  operator: string;
  answered: boolean;
  passed: boolean;
}

/** Tells the customer what became of data that did not come, or has the operator look into it. */
export function ComplaintActs({ code, operator, answered, passed }: ComplaintProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {!passed && (
        <ActionForm id={`pass-${code}`} action={passNotReceived} hidden={{ code }}>
          <FormAnswer />
          <SubmitButton variant="secondary" pendingText="Sending">
            Ask {operator}
          </SubmitButton>
        </ActionForm>
      )}
      {!answered && (
        <ConfirmDialog trigger="Answer" look={{ variant: "quiet" }} title="Answer the customer">
          <ActionForm id={`answer-${code}`} action={answerNotReceived} hidden={{ code }} noValidate={false}>
            <FormAnswer />
            <Textarea
              label="Your words"
              name="answer"
              required
              maxLength={300}
              hint="The customer reads this on the order's page."
            />
            <SubmitButton wide>Send</SubmitButton>
          </ActionForm>
        </ConfirmDialog>
      )}
    </div>
  );
}

interface RefundProps {
  code: string;
  /** By whom it was paid online, to whose account, and how much as formatted money. */
  by: { provider: string; own: boolean; amount: string } | null;
}

/** Gives the money back by the provider that it was paid by, or notes that the customer has it back. */
export function Refund({ code, by }: RefundProps) {
  return (
    <ConfirmDialog
      trigger={by ? "Give the money back" : "Money given back"}
      look={{ variant: "quiet", wide: true }}
      title={by ? `Give ${by.amount} back?` : "Did you give the money back?"}
    >
      <ActionForm id={`refund-${code}`} action={refund} hidden={{ code }} noValidate={false}>
        <FormAnswer />
        <p className="text-muted">
          {by
            ? `${by.provider} sends all of it back to the customer, ${by.own ? "out of your account there" : "out of your wallet"}. The order ends.`
            : "Give it back first, the way it came. This only notes it: the order ends, and the customer sees it."}
        </p>
        <Textarea label="Words for the customer" name="reason" optional maxLength={200} />
        <SubmitButton variant="danger" wide>
          {by ? "Give it back" : "Yes, it is given back"}
        </SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}
