"use client";

import { type FormEvent, useActionState, useState } from "react";
import { Form, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { ConfirmPassword } from "../../../ui/password-field.tsx";
import { Select } from "../../../ui/select.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { save } from "./actions.ts";
import { Hues } from "./hues.tsx";
import { PayFields } from "./pay-fields.tsx";
import { type Look, Preview, type Sample, type ShopValues } from "./preview.tsx";

interface Props {
  shop: ShopValues;
  host: string;
  example: string;
  samples: Sample[];
}

/** How the shop looks and how it is paid, with the shop itself beside it as it will be. */
export function ShopForm({ shop, host, example, samples }: Props) {
  const [state, send] = useActionState(save, null);
  const [look, setLook] = useState<Look>(shop);
  const follow = (event: FormEvent<HTMLFormElement>) => setLook(lookOf(new FormData(event.currentTarget)));
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22.5rem]">
      <Form state={state} action={send} onInput={follow} className="gap-5">
        <Input label="Name" name="name" required maxLength={60} defaultValue={shop.name} />
        <Input
          label="Address"
          name="slug"
          required
          maxLength={40}
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={shop.slug}
          hint={`${host}/s/… Links and posters with an old address lead to the new one.`}
        />
        <Textarea
          label="Opening note"
          name="note"
          optional
          maxLength={280}
          defaultValue={shop.note}
          hint="When you are there, how fast you are, anything customers ask."
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Input
            label="Number to call"
            name="phone"
            type="tel"
            optional
            placeholder={example}
            defaultValue={shop.phone}
          />
          <Input
            label="WhatsApp"
            name="whatsapp"
            type="tel"
            optional
            placeholder={example}
            defaultValue={shop.whatsapp}
          />
        </div>
        <Hues hue={shop.hue} />
        <PayFields payments={shop.payments} />
        <Select
          label="How long an order waits for payment"
          name="payWithin"
          options={WITHIN}
          defaultValue={String(shop.payWithin)}
        />
        <ConfirmPassword />
        <FormAnswer />
        <SubmitButton size="lg" className="self-start">
          Save
        </SubmitButton>
      </Form>
      <Preview look={look} logo={shop.logo} samples={samples} />
    </div>
  );
}

const WITHIN = [
  { value: "30", label: "30 minutes" },
  { value: "120", label: "2 hours" },
  { value: "360", label: "6 hours" },
  { value: "1440", label: "1 day" },
  { value: "4320", label: "3 days" },
];

function lookOf(form: FormData): Look {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    name: text("name"),
    note: text("note"),
    phone: text("phone"),
    whatsapp: text("whatsapp"),
    hue: Number(text("hue")),
  };
}
