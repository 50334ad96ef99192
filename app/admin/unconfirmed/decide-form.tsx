import type { ReactNode } from "react";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { decide } from "./actions.ts";

const OUTCOMES = [
  { value: "successful", label: "Delivered: keep the money" },
  { value: "failed", label: "Not delivered: money back" },
];

/** The chosen purchases get one outcome and one reason. */
export function DecideForm({ children }: { children: ReactNode }) {
  return (
    <ActionForm id="decide" action={decide} className="">
      {children}
      <div className="grid gap-4 p-4 md:px-5">
        <FormAnswer of={["ident"]} />
        <div className="grid gap-4 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_auto] md:items-start">
          <Select
            label="The chosen ones are"
            name="outcome"
            options={OUTCOMES}
            empty="Choose"
            defaultValue=""
          />
          <Input label="Why" name="reason" maxLength={300} placeholder="Asked the upstream, ticket 4411" />
          <div className="md:pt-7">
            <SubmitButton>Settle</SubmitButton>
          </div>
        </div>
      </div>
    </ActionForm>
  );
}
