import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Select, type SelectOption } from "../../../ui/select.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { round } from "./actions.ts";

export function RoundingForm({ options, chosen }: { options: SelectOption[]; chosen: string }) {
  return (
    <ActionForm action={round} className="mt-6 gap-4 border-line border-t pt-5">
      <Select label="Round prices up to" name="rounding" options={options} defaultValue={chosen} />
      <FormAnswer />
      <SubmitButton variant="secondary">Save rounding</SubmitButton>
    </ActionForm>
  );
}
