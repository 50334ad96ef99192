import { ActionForm, FormStatus } from "#app/ui/form/form";
import { PinField } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { buyUpgradeAction, requestUpgradeAction } from "./actions.ts";

interface Props {
  hidden: Record<string, string>;
  submit: string;
}

export function RequestUpgradeForm({ hidden, submit }: Props) {
  return (
    <ActionForm id="request" action={requestUpgradeAction} hidden={hidden}>
      <FormStatus />
      <SubmitButton size="lg" className="w-full self-start sm:w-auto" pendingText="Sending">
        {submit}
      </SubmitButton>
    </ActionForm>
  );
}

interface BuyProps extends Props {
  asksPin: boolean;
  /** Whether the page recommends it. */
  isWorthIt: boolean;
}

export function BuyUpgradeForm({ hidden, asksPin, submit, isWorthIt }: BuyProps) {
  return (
    <ActionForm id="buy" action={buyUpgradeAction} hidden={hidden}>
      <FormStatus />
      {asksPin && <PinField id="buy-pin" />}
      <SubmitButton
        size="lg"
        variant={isWorthIt ? "primary" : "secondary"}
        className="w-full self-start sm:w-auto"
        pendingText="Paying"
      >
        {submit}
      </SubmitButton>
    </ActionForm>
  );
}
