"use client";

import { createContext, type ReactNode, use, useActionState } from "react";
import type { ActionState } from "#lib/web/action";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Form, type FormAction, FormAnswer } from "../form.tsx";
import { FormMessage } from "../form-message.tsx";
import { Input } from "../input.tsx";
import { ConfirmPassword } from "../password-field.tsx";
import { Select } from "../select.tsx";
import { ShownOnce } from "../shown-once.tsx";
import { SubmitButton } from "../submit-button.tsx";

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

type Renewed = { title: string; secret: string };
type Sent = readonly [ActionState, (form: FormData) => void, ...unknown[]];

interface TokenDeskProps {
  renew: FormAction<Renewed>;
  revoke: FormAction<string>;
  /** The list, whose forms are sent from here. */
  children: ReactNode;
}

const Acts = createContext<{ renew: Sent; revoke: Sent } | null>(null);

/**
 * Renews and revokes the tokens of the list within, and says above it what came of that: the row of a token that ended
 * goes away, and a new secret must not go with it.
 */
export function TokenDesk({ renew, revoke, children }: TokenDeskProps) {
  const renewing = useActionState(renew, null);
  const revoking = useActionState(revoke, null);
  const [[renewed], [revoked]] = [renewing, revoking];
  return (
    <Acts value={{ renew: renewing, revoke: revoking }}>
      <div className="relative flex flex-col gap-3">
        <FormMessage done={revoked?.ok ? revoked.result : undefined} />
        {renewed?.ok && <ShownOnce {...renewed.result} what="token" />}
        {children}
      </div>
    </Acts>
  );
}

/** How one token's form is sent, and what came of it if it came back. */
function useTokenAct(kind: "renew" | "revoke", id: number): { state: ActionState; action: Sent[1] } {
  const acts = use(Acts);
  if (!acts) throw new Error("A token's forms stand in a TokenDesk.");
  const [state, action] = acts[kind];
  const refused = state !== null && !state.ok && state.values.id === String(id);
  return { state: refused ? state : null, action };
}
