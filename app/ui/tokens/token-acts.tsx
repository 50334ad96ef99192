"use client";

import { ConfirmDialog } from "../confirm-dialog.tsx";
import { ConfirmPassword } from "../confirm-password.tsx";
import { FormMessage } from "../form-message.tsx";
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
  const { send, told } = useTokenAct("renew", id);
  return (
    <ConfirmDialog trigger="Renew" look={{ size: "sm" }} title={`Renew “${name}”?`}>
      <form action={send} className="flex flex-col gap-4" noValidate>
        <FormMessage error={told.message} />
        <p className="text-muted">A new token with the same limits takes its place.</p>
        <input type="hidden" name="id" value={id} />
        <Select
          label="The old one works for"
          name="overlapHours"
          id={`overlap-${id}`}
          options={OVERLAPS}
          defaultValue={told.typed("overlapHours")}
          error={told.error("overlapHours")}
        />
        {why && <Why id={`renew-why-${id}`} typed={told.typed("reason")} error={told.error("reason")} />}
        <ConfirmPassword id={`renew-${id}`} error={told.error("confirmPassword")} />
        <SubmitButton wide>Renew token</SubmitButton>
      </form>
    </ConfirmDialog>
  );
}

/** Ends a token, and what it bought that still waits. */
export function RevokeToken({ id, name, why = false }: Props) {
  const { send, told } = useTokenAct("revoke", id);
  return (
    <ConfirmDialog
      trigger="Revoke"
      look={{ size: "sm", variant: "danger" }}
      title={`Revoke “${name}”?`}
      cancel="Keep it"
    >
      <form action={send} className="flex flex-col gap-4" noValidate>
        <FormMessage error={told.message} />
        <p className="text-muted">
          Programs that use it are refused at once. Its purchases that wait are cancelled with the money back;
          what was sent finishes. This cannot be undone.
        </p>
        <input type="hidden" name="id" value={id} />
        {why && <Why id={`revoke-why-${id}`} typed={told.typed("reason")} error={told.error("reason")} />}
        <SubmitButton variant="danger" wide>
          Revoke token
        </SubmitButton>
      </form>
    </ConfirmDialog>
  );
}

interface WhyProps {
  id: string;
  typed: string | undefined;
  error: string | undefined;
}

function Why({ id, typed, error }: WhyProps) {
  return (
    <Input
      id={id}
      label="Why"
      name="reason"
      autoComplete="off"
      maxLength={500}
      defaultValue={typed}
      error={error}
    />
  );
}
