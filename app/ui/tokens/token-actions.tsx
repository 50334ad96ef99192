"use client";

import { createContext, type ReactNode, use } from "react";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { Form, type FormAction, FormStatus } from "#app/ui/form/form";
import { FormMessage } from "#app/ui/form/form-message";
import { Input } from "#app/ui/form/input";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { Select } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { useFormAction } from "#app/ui/form/use-form-action.ts";
import { NewSecretBanner } from "#app/ui/new-secret-banner";
import type { ActionState } from "#lib/request/action";

const OVERLAP_OPTIONS = [
  { value: "24", label: "One more day" },
  { value: "1", label: "One more hour" },
  { value: "168", label: "One more week" },
  { value: "0", label: "No longer, end it now" },
];

interface Props {
  id: number;
  name: string;
  /** Whether to ask for a reason, as admins must give one. */
  needsReason?: boolean;
}

export function RenewTokenDialog({ id, name, needsReason = false }: Props) {
  return (
    <ConfirmDialog trigger="Renew" look={{ size: "sm" }} title={`Renew “${name}”?`}>
      <Form id={`renew-${id}`} {...useTokenAction("renew", id)} hidden={{ id }}>
        <FormStatus />
        <p className="text-muted">A new token with the same limits replaces it.</p>
        <Select label="Old token works for" name="overlapHours" options={OVERLAP_OPTIONS} />
        {needsReason && <ReasonField />}
        <ConfirmPassword />
        <SubmitButton wide>Renew token</SubmitButton>
      </Form>
    </ConfirmDialog>
  );
}

/** Revokes a token and cancels its queued purchases. */
export function RevokeTokenDialog({ id, name, needsReason = false }: Props) {
  return (
    <ConfirmDialog trigger="Revoke" look={{ size: "sm", variant: "danger" }} title={`Revoke “${name}”?`}>
      <Form id={`revoke-${id}`} {...useTokenAction("revoke", id)} hidden={{ id }}>
        <FormStatus />
        <p className="text-muted">
          It stops working at once. Its queued purchases are cancelled and refunded; purchases already sent
          will finish. You can’t undo this.
        </p>
        {needsReason && <ReasonField />}
        <SubmitButton variant="danger" wide>
          Revoke token
        </SubmitButton>
      </Form>
    </ConfirmDialog>
  );
}

/** Lets a token that an admin created work. */
export function ConfirmTokenDialog({ id, name }: Omit<Props, "needsReason">) {
  return (
    <ConfirmDialog trigger="Confirm" look={{ size: "sm" }} title={`Confirm “${name}”?`}>
      <Form id={`confirm-${id}`} {...useTokenAction("confirm", id)} hidden={{ id }}>
        <FormStatus />
        <p className="text-muted">
          A program that has it can buy from your wallet. Confirm it only if you asked for it.
        </p>
        <ConfirmPassword />
        <SubmitButton wide>Confirm token</SubmitButton>
      </Form>
    </ConfirmDialog>
  );
}

export function RejectTokenDialog({ id, name }: Omit<Props, "needsReason">) {
  return (
    <ConfirmDialog trigger="Reject" look={{ size: "sm", variant: "danger" }} title={`Reject “${name}”?`}>
      <Form id={`reject-${id}`} {...useTokenAction("revoke", id)} hidden={{ id }}>
        <FormStatus />
        <p className="text-muted">It never works. You can’t undo this.</p>
        <SubmitButton variant="danger" wide>
          Reject token
        </SubmitButton>
      </Form>
    </ConfirmDialog>
  );
}

function ReasonField() {
  return <Input label="Reason" name="reason" autoComplete="off" maxLength={500} />;
}

type RenewalResult = { title: string; secret: string };
type TokenActionState = readonly [ActionState, (form: FormData) => void, ...unknown[]];

interface TokenActionsProps {
  renew: FormAction<RenewalResult>;
  revoke: FormAction<string>;
  /** Of resellers only. */
  confirm?: FormAction<string>;
  children: ReactNode;
}

type TokenActionKind = "renew" | "revoke" | "confirm";

const TokenActionsContext = createContext<Record<TokenActionKind, TokenActionState> | null>(null);

const noAction: FormAction<string> = async (state) => state;

/**
 * Renews, revokes and confirms the tokens of the list inside. Shows the result above the list, because the
 * row of a token can go away with it.
 */
export function TokenActions({ renew, revoke, confirm = noAction, children }: TokenActionsProps) {
  const renewing = useFormAction(renew, null);
  const revoking = useFormAction(revoke, null);
  const confirming = useFormAction(confirm, null);
  const [[renewed], [revoked], [confirmed]] = [renewing, revoking, confirming];
  return (
    <TokenActionsContext value={{ renew: renewing, revoke: revoking, confirm: confirming }}>
      <div className="relative flex flex-col gap-3">
        <FormMessage done={revoked?.ok ? revoked.result : undefined} />
        <FormMessage done={confirmed?.ok ? confirmed.result : undefined} />
        {renewed?.ok && <NewSecretBanner {...renewed.result} what="token" />}
        {children}
      </div>
    </TokenActionsContext>
  );
}

function useTokenAction(
  kind: TokenActionKind,
  id: number,
): { state: ActionState; action: TokenActionState[1] } {
  const acts = use(TokenActionsContext);
  if (!acts) throw new Error("A token form must be inside TokenActions.");
  const [state, action] = acts[kind];
  const rejected = state !== null && !state.ok && state.values.id === String(id);
  return { state: rejected ? state : null, action };
}
