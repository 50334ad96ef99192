"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { saveShopDetailsAction } from "#app/(reseller)/shop/actions.ts";
import { AccentStyle } from "#app/s/_shop/shop-head";
import { cx } from "#app/ui/cx.ts";
import { ActionForm, FormStatus, useField } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Textarea } from "#app/ui/form/textarea";
import { ROW_PADDING_CLASS, SettingsGroup, SettingsRow } from "#app/ui/settings-row";
import { type PreviewValues, type SampleOffer, type ShopFormValues, ShopPreview } from "./shop-preview.tsx";

interface Props {
  shop: ShopFormValues;
  host: string;
  example: string;
  samples: SampleOffer[];
  /** The name of the open row. */
  open: string | undefined;
  /** The rows below its own. */
  children: ReactNode;
}

/** The shop's settings as rows, with a preview that follows the first: two items of the page's grid. */
export function ShopForm({ shop, host, example, samples, open, children }: Props) {
  const [look, setLook] = useState<PreviewValues>(shop);
  const follow = (event: FormEvent<HTMLFormElement>) =>
    setLook(readPreviewValues(new FormData(event.currentTarget)));
  return (
    <>
      <SettingsGroup title="Settings">
        <SettingsRow name="details" title="Name and contact" value={shop.name} open={open}>
          <ActionForm
            id="details"
            action={saveShopDetailsAction}
            permalink="/shop/details?open=details"
            onInput={follow}
            className={cx("gap-5", ROW_PADDING_CLASS)}
          >
            <Input
              label="Name"
              name="name"
              required
              maxLength={60}
              defaultValue={shop.name}
              hint="Messages to customers begin with it once support has approved it, and with the address until then."
            />
            <Input
              label="Address"
              name="slug"
              required
              maxLength={40}
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={shop.slug}
              hint={`${host}/s/… Old links and posters redirect to the new address.`}
            />
            <Textarea
              label="Opening note"
              name="note"
              optional
              maxLength={280}
              defaultValue={shop.note}
              hint="For example your opening hours and how fast you deliver."
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <Input
                label="Phone number"
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
            <HueField hue={shop.hue} />
            <ConfirmPassword />
            <FormStatus />
            <SubmitButton className="self-start max-sm:w-full">Save details</SubmitButton>
          </ActionForm>
        </SettingsRow>
        {children}
      </SettingsGroup>
      <ShopPreview look={look} logo={shop.logo} samples={samples} />
    </>
  );
}

function readPreviewValues(form: FormData): PreviewValues {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    name: text("name"),
    note: text("note"),
    phone: text("phone"),
    whatsapp: text("whatsapp"),
    hue: Number(text("hue")),
  };
}

const HUE_OPTIONS = [
  { hue: 268, name: "Indigo" },
  { hue: 235, name: "Blue" },
  { hue: 195, name: "Teal" },
  { hue: 155, name: "Green" },
  { hue: 110, name: "Olive" },
  { hue: 65, name: "Amber" },
  { hue: 35, name: "Orange" },
  { hue: 15, name: "Red" },
  { hue: 350, name: "Pink" },
  { hue: 310, name: "Violet" },
] as const;

/** The shop's colour, one of ten that read well on light and dark. */
function HueField({ hue }: { hue: number }) {
  const wanted = Number(useField("hue").typed ?? hue);
  const near = HUE_OPTIONS.reduce(
    (best, option) => (hueDistance(option.hue, wanted) < hueDistance(best.hue, wanted) ? option : best),
    HUE_OPTIONS[0],
  );
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">Colour</legend>
      <div className="flex flex-wrap gap-2">
        {HUE_OPTIONS.map((option) => (
          <AccentStyle key={option.hue} hue={option.hue}>
            <label
              title={option.name}
              className="relative grid size-11 place-items-center rounded-full bg-action text-on-action ring-offset-2 ring-offset-ground has-checked:ring-2 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-4"
            >
              <span className="sr-only">{option.name}</span>
              <input
                type="radio"
                name="hue"
                value={option.hue}
                defaultChecked={option === near}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full outline-none"
              />
            </label>
          </AccentStyle>
        ))}
      </div>
    </fieldset>
  );
}

function hueDistance(a: number, b: number): number {
  const apart = Math.abs(a - b);
  return Math.min(apart, 360 - apart);
}
