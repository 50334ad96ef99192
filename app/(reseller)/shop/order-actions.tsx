"use client";

import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { buildFundPath } from "#app/(reseller)/paths.ts";
import { ButtonLink } from "#app/ui/button-link";
import { ActionButton } from "#app/ui/form/action-button";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, type FormAction, FormStatus } from "#app/ui/form/form";
import { PinField } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Textarea } from "#app/ui/form/textarea";
import { useFormAction } from "#app/ui/form/use-form-action.ts";
import { ContactSupport } from "#app/ui/page/contact-support";
import { PlainIcon } from "#app/ui/plain-icon";
import {
  deliverOrderAction,
  escalateComplaintAction,
  refundOrderAction,
  rejectOrderAction,
  replyToComplaintAction,
} from "./actions.ts";

interface Props {
  code: string;
  /** The reference of the purchase, so that a second tap buys nothing more. */
  nextRef: string;
  /** The price the reseller pays, in minor units. */
  price: string;
  label: string;
  /** Not the main action of this order. */
  quiet: boolean;
  /** The cost and profit. */
  note: string;
  /** The query of the page to return to. */
  here: string;
}

/** Confirms the payment and buys the plan in one tap. */
export function DeliverForm({ code, nextRef, price, label, quiet, note, here }: Props) {
  const [state, send] = useFormAction(deliverOrderAction, null);
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
        {label}
      </SubmitButton>
      <p className="text-center text-muted text-sm">{note}</p>
      <div aria-live="polite" className="text-bad text-sm">
        {problem && !pinError && <p role="alert">{problem.message}</p>}
        {(problem?.code === "insufficient_funds" || problem?.code === "negative_wallet") && (
          <ButtonLink
            href={buildFundPath({ amount: String(problem.facts.amount), next: "/shop" })}
            className="mt-2 w-full"
          >
            <PlainIcon icon={Plus} />
            Top up wallet
          </ButtonLink>
        )}
        {problem?.code === "restricted" && (
          <ContactSupport className="text-ink">to find out what’s missing</ContactSupport>
        )}
      </div>
    </form>
  );
}

/** Rejects an unpaid order with a reason for the customer. */
export function RejectForm({ code }: { code: string }) {
  return (
    <OrderDialog
      id={`refuse-${code}`}
      {...{ code, danger: true, action: rejectOrderAction }}
      trigger="Reject order"
      title="Reject this order?"
    >
      <Textarea
        label="Reason"
        name="reason"
        required
        maxLength={200}
        hint="The customer sees this on the order page."
      />
    </OrderDialog>
  );
}

interface OrderDialogProps<R> {
  id: string;
  code: string;
  action: FormAction<R>;
  /** Also the button of the form, unless it has its own. */
  trigger: string;
  button?: string;
  title: string;
  danger?: boolean;
  children: ReactNode;
}

/** Asks for a text to the customer before an order or a complaint changes. */
function OrderDialog<R>(props: OrderDialogProps<R>) {
  const { id, code, action, trigger, button = trigger, title, danger = false, children } = props;
  return (
    <ConfirmDialog trigger={trigger} look={{ variant: "quiet", wide: danger }} title={title}>
      <ActionForm id={id} action={action} hidden={{ code }} noValidate={false}>
        <FormStatus />
        {children}
        <SubmitButton variant={danger ? "danger" : "primary"} wide>
          {button}
        </SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}

interface ComplaintProps {
  code: string;
  /** The name of the portal that investigates delivery issues. */
  operator: string;
  answered: boolean;
  passed: boolean;
}

/** Replies to a customer's delivery issue, or escalates it to support. */
export function ComplaintActions({ code, operator, answered, passed }: ComplaintProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {!passed && (
        <ActionButton
          id={`pass-${code}`}
          action={escalateComplaintAction}
          hidden={{ code }}
          variant="secondary"
          pendingText="Sending"
        >
          Escalate to {operator}
        </ActionButton>
      )}
      {!answered && (
        <OrderDialog
          id={`answer-${code}`}
          {...{ code, action: replyToComplaintAction }}
          trigger="Reply"
          button="Send reply"
          title="Reply to customer"
        >
          <Textarea
            label="Reply"
            name="answer"
            required
            maxLength={300}
            hint="The customer sees this on the order page."
          />
        </OrderDialog>
      )}
    </div>
  );
}

interface RefundProps {
  code: string;
  /** The provider and account of an online payment, and its formatted amount. */
  by: { provider: string; own: boolean; amount: string } | null;
}

/** Refunds an online payment, or records a refund made by the shop. */
export function RefundForm({ code, by }: RefundProps) {
  return (
    <OrderDialog
      id={`refund-${code}`}
      {...{ code, danger: true, action: refundOrderAction }}
      trigger={by ? "Refund customer" : "Mark as refunded"}
      title={by ? `Refund ${by.amount}?` : "Mark as refunded?"}
    >
      <p className="text-muted">
        {by
          ? `${by.provider} refunds the full amount to the customer from your ${by.own ? `${by.provider} account` : "wallet"}. The order ends.`
          : "Refund the customer first. This only records it: the order ends, and the customer sees it."}
      </p>
      <Textarea label="Message to customer" name="reason" optional maxLength={200} />
    </OrderDialog>
  );
}
