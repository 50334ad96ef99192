"use client";

import { ConfirmDialog } from "../confirm-dialog.tsx";
import { ConfirmPassword } from "../confirm-password.tsx";
import { Form, FormAnswer } from "../form.tsx";
import { Input } from "../input.tsx";
import { Select } from "../select.tsx";
import { SubmitButton } from "../submit-button.tsx";
import { useTokenAct } from "./token-desk.tsx";

const OVERLAPS = [
  { value: "24", label: "One more day" },
  { value: "1", label: "One more hour" },
  { value: "168", label: "One more week" },
  { value: "0", label: "No longer, end it now" },
];

interface Props {
  id: number;
  name: string;
  /** Whether a reason is asked for: the desk gives one for each change. */
  why?: boolean;
}

/** Gives a token a successor. */
export function RenewToken({ id, name, why = false }: Props) {
  return (
    <ConfirmDialog trigger="Renew" look={{ size: "sm" }} title={`Renew “${name}”?`}>
      <Form id={`renew-${id}`} {...useTokenAct("renew", id)} hidden={{ id }}>
        <FormAnswer />
        <p className="text-muted">A new token with the same limits takes its place.</p>
        <Select label="The old one works for" name="overlapHours" options={OVERLAPS} />
        {why && <Why />}
        <ConfirmPassword />
        <SubmitButton wide>Renew token</SubmitButton>
      </Form>
    </ConfirmDialog>
  );
}

/** Ends a token, and what it bought that still waits. */
export function RevokeToken({ id, name, why = false }: Props) {
  return (
    <ConfirmDialog
      trigger="Revoke"
      look={{ size: "sm", variant: "danger" }}
      title={`Revoke “${name}”?`}
      cancel="Keep it"
    >
      <Form id={`revoke-${id}`} {...useTokenAct("revoke", id)} hidden={{ id }}>
        <FormAnswer />
        <p className="text-muted">
          Programs that use it are refused at once. Its purchases that wait are cancelled with the money back;
          what was sent finishes. This cannot be undone.
        </p>
        {why && <Why />}
        <SubmitButton variant="danger" wide>
          Revoke token
        </SubmitButton>
      </Form>
    </ConfirmDialog>
  );
}

function Why() {
  return <Input label="Why" name="reason" autoComplete="off" maxLength={500} />;
}
