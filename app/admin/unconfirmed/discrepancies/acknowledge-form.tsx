import type { ReactNode } from "react";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { acknowledge } from "../actions.ts";

/** Says of the chosen ones that they were looked at, and why they are as they are. */
export function AcknowledgeForm({ children }: { children: ReactNode }) {
  return (
    <ActionForm id="acknowledge" action={acknowledge} className="">
      {children}
      <div className="grid gap-4 p-4 md:px-5">
        <FormAnswer of={["id"]} />
        <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
          <Input
            label="Why it is so"
            name="reason"
            maxLength={300}
            placeholder="Their price rose this morning"
          />
          <div className="md:pt-7">
            <SubmitButton variant="secondary">Acknowledge</SubmitButton>
          </div>
        </div>
      </div>
    </ActionForm>
  );
}
