"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, type FormEvent, useState, useTransition } from "react";
import { AccentStyle, ShopLogo } from "#app/s/_shop/shop-head";
import { Banner } from "#app/ui/banner";
import { Button } from "#app/ui/button";
import { Field, fieldAria } from "#app/ui/form/field";
import { FileInput } from "#app/ui/form/file-input";

const UPLOAD_PATH = "/shop/details/logo";

interface Props {
  name: string;
  logo: string | null;
  hue: number;
  /** The result code of an upload without script. */
  report: string | undefined;
}

/**
 * Uploads a logo. With script the page stays open, so that unsaved changes of the shop form aren't lost.
 * Without script it is a plain form.
 */
export function LogoForm({ name, logo, hue, report }: Props) {
  const router = useRouter();
  const [code, setCode] = useState(report);
  const [pending, start] = useTransition();
  const result = REPORT_TEXTS[code ?? ""];
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const body = new FormData(form);
    if (submitter instanceof HTMLButtonElement) body.set(submitter.name, submitter.value);
    start(async () => {
      setCode(await uploadLogo(body));
      form.reset();
      router.refresh();
    });
  };
  const field = {
    label: "Image",
    name: "picture",
    hint: "JPEG, PNG or WebP, up to 4 MB. It’s cropped to a square, and its location data is removed.",
  };
  return (
    <form
      id="logo"
      action={UPLOAD_PATH}
      method="post"
      encType="multipart/form-data"
      onSubmit={send}
      aria-busy={pending}
      className="flex flex-col gap-4"
    >
      <div className="flex items-start gap-4">
        <AccentStyle hue={hue}>
          <ShopLogo name={name} src={logo} size="lg" />
        </AccentStyle>
        <Field {...field}>
          <FileInput {...fieldAria(field)} accept="image/jpeg,image/png,image/webp" />
        </Field>
      </div>
      <div aria-live="polite" className="empty:absolute">
        {result && !pending && <Banner kind={result.kind}>{result.text}</Banner>}
      </div>
      <div className="flex gap-2">
        <Button type="submit" variant="secondary" name="do" value="save" disabled={pending}>
          {pending ? "Saving" : "Upload logo"}
        </Button>
        {logo && (
          <Button type="submit" variant="quiet" name="do" value="remove" disabled={pending}>
            Remove logo
          </Button>
        )}
      </div>
    </form>
  );
}

/** Uploads the form. @returns the result code from the redirect address. */
async function uploadLogo(body: FormData): Promise<string> {
  try {
    const { url } = await fetch(UPLOAD_PATH, { method: "POST", body });
    return new URL(url).searchParams.get("logo") ?? "unsent";
  } catch {
    return "unsent";
  }
}

/** The result of an upload by its code in the address. */
const REPORT_TEXTS: Record<
  string,
  { kind: NonNullable<ComponentProps<typeof Banner>["kind"]>; text: string }
> = {
  saved: { kind: "good", text: "Logo saved." },
  removed: { kind: "good", text: "Logo removed." },
  large: { kind: "error", text: "Logo not saved. Use an image of up to 4 MB and 16 megapixels." },
  unreadable: { kind: "error", text: "Logo not saved. Use a JPEG, PNG or WebP image." },
  busy: { kind: "error", text: "Logo not saved. We’re still processing your last image. Try again." },
  unsent: { kind: "error", text: "Logo not saved. The upload failed. Try again." },
};
