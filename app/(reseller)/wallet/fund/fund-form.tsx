import { FormMessage } from "../../../ui/form-message.tsx";
import { Input } from "../../../ui/input.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import type { Trouble } from "./trouble.ts";

/** Amount, the bank's reference, a picture. A plain form: a picture is too big for an action. */
export function FundForm({
  newRef,
  next,
  typed,
  errors,
  message,
}: Trouble & { newRef: string; next: string }) {
  return (
    <form
      action="/wallet/fund/send"
      method="post"
      encType="multipart/form-data"
      noValidate
      className="grid gap-4"
    >
      <FormMessage error={message} />
      <input type="hidden" name="ref" value={newRef} />
      <input type="hidden" name="next" value={next} />
      <Input
        label="Amount"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        placeholder="25,000.00"
        defaultValue={typed.amount}
        error={errors.amount}
      />
      <Input
        label="The bank's reference"
        name="bankReference"
        autoComplete="off"
        required
        maxLength={100}
        hint="As it stands on your receipt, so that we find your payment."
        defaultValue={typed.bankReference}
        error={errors.bankReference}
      />
      <Input
        label="Picture of the payment"
        name="picture"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        optional
        hint="A screenshot of the receipt, at most 4 MB."
        error={errors.picture}
        className="py-2"
      />
      <div>
        <SubmitButton size="lg" className="w-full sm:w-auto" pendingText="Sending">
          Send
        </SubmitButton>
      </div>
    </form>
  );
}
