"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../ui/form-message.tsx";
import { Input } from "../../ui/input.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useFirstError } from "../../ui/use-first-error.ts";
import { useMadeFrom } from "../use-made-from.ts";
import { topUp } from "./actions.ts";

interface Props {
  discrepancy?: number;
  /** The last move that the page knows of. */
  seen: number;
  amount?: string;
  /** Beside the amount. */
  hint?: string;
}

/** Records money paid in at the upstream: for a rise that was seen, or at a time that is written down. */
export function TopUpForm({ discrepancy, seen, amount = "", hint }: Props) {
  const [state, send] = useActionState(topUp, null);
  const { message, error, typed } = shown(state);
  const { about, begin } = useMadeFrom({ seen }, state);
  const at = discrepancy ?? "new";
  return (
    <form ref={useFirstError(state)} action={send} onFocus={begin} className="grid gap-4" noValidate>
      <input type="hidden" name="seen" value={about.seen} />
      <FormMessage error={message} done={state?.ok ? state.result : undefined} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Input
          label="Amount"
          name="amount"
          id={`amount-${at}`}
          inputMode="decimal"
          hint={hint}
          defaultValue={typed("amount") ?? amount}
          error={error("amount")}
        />
        {discrepancy === undefined ? (
          <Input
            label="When"
            name="at"
            id={`at-${at}`}
            type="datetime-local"
            defaultValue={typed("at")}
            error={error("at")}
          />
        ) : (
          <input type="hidden" name="discrepancy" value={discrepancy} />
        )}
        <Input
          label="What for"
          name="reason"
          id={`reason-${at}`}
          maxLength={300}
          placeholder="Bank transfer 4411"
          defaultValue={typed("reason")}
          error={error("reason")}
        />
      </div>
      <div>
        <SubmitButton variant="secondary">Record top-up</SubmitButton>
      </div>
    </form>
  );
}
