import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { MayChange } from "../../ui/may.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
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
  const rise = discrepancy !== undefined;
  return (
    <MayChange needs="money">
      {" "}
      <ActionForm
        id={`top-up-${discrepancy ?? "new"}`}
        action={topUp}
        hidden={{ seen, ...(rise && { discrepancy }) }}
      >
        <FormAnswer />
        <div className="grid gap-4 sm:grid-cols-2">
          <Input label="Amount" name="amount" inputMode="decimal" hint={hint} defaultValue={amount} />
          {!rise && <Input label="When" name="at" type="datetime-local" />}
          <Input label="What for" name="reason" maxLength={300} placeholder="Bank transfer 4411" />
        </div>
        <div>
          <SubmitButton variant="secondary">Record top-up</SubmitButton>
        </div>
      </ActionForm>
    </MayChange>
  );
}
