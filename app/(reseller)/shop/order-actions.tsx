"use client";

import type { ReactNode } from "react";
import { ActionButton } from "#app/ui/form/action-button";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, type FormAction, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Textarea } from "#app/ui/form/textarea";
import {
  escalateComplaintAction,
  refundOrderAction,
  rejectOrderAction,
  replyToComplaintAction,
} from "./actions.ts";

export function RejectForm({ code }: { code: string }) {
  return (
    <OrderDialog
      id={`reject-${code}`}
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
