"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, type FormEvent, useState, useTransition } from "react";
import { Accent } from "../../../s/_shop/accent.tsx";
import { Logo } from "../../../s/_shop/logo.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field, fieldAria } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";

const ADDRESS = "/storefront/shop/logo";

interface Props {
  name: string;
  logo: string | null;
  hue: number;
  /** What the upload said, where it led to this page anew. */
  report: string | undefined;
}

/**
 * Uploads a logo. With script the page stays, so that what was typed into the shop's form is not lost; without,
 * it is a plain form.
 */
export function LogoForm({ name, logo, hue, report }: Props) {
  const router = useRouter();
  const [said, say] = useState(report);
  const [pending, start] = useTransition();
  const words = logoWords(said);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const body = new FormData(form);
    if (submitter instanceof HTMLButtonElement) body.set(submitter.name, submitter.value);
    start(async () => {
      say(await upload(body));
      form.reset();
      router.refresh();
    });
  };
  const field = {
    label: "A picture",
    name: "picture",
    hint: "JPEG, PNG or WebP, at most 4 MB. It is cut to a square; where it was taken is not kept.",
  };
  return (
    <form
      id="logo"
      action={ADDRESS}
      method="post"
      encType="multipart/form-data"
      onSubmit={send}
      aria-busy={pending}
      className="flex flex-col gap-4"
    >
      <div className="flex items-start gap-4">
        <Accent hue={hue}>
          <Logo name={name} src={logo} size="lg" />
        </Accent>
        <Field {...field}>
          <input
            {...fieldAria(field)}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            className="min-h-11 w-full text-sm file:mr-3 file:min-h-11 file:rounded-md file:border file:border-edge/60 file:bg-surface file:px-4 file:font-semibold file:text-ink"
          />
        </Field>
      </div>
      <div aria-live="polite" className="empty:absolute">
        {words && !pending && <Notice kind={words.kind}>{words.text}</Notice>}
      </div>
      <div className="flex gap-2">
        <Button type="submit" variant="secondary" name="do" value="save" disabled={pending}>
          {pending ? "Saving" : "Upload"}
        </Button>
        {logo && (
          <Button type="submit" variant="quiet" name="do" value="remove" disabled={pending}>
            Remove the logo
          </Button>
        )}
      </div>
    </form>
  );
}

/** What came of it: the address that the answer leads to says so. */
async function upload(body: FormData): Promise<string> {
  try {
    const { url } = await fetch(ADDRESS, { method: "POST", body });
    return new URL(url).searchParams.get("logo") ?? "unsent";
  } catch {
    return "unsent";
  }
}

/** What the upload of a logo reports in the address. */
const WORDS: Record<string, { kind: NonNullable<ComponentProps<typeof Notice>["kind"]>; text: string }> = {
  saved: { kind: "good", text: "Your logo is saved." },
  removed: { kind: "good", text: "Your logo is removed." },
  large: { kind: "error", text: "Nothing was saved: use a picture of at most 4 MB and 16 megapixels." },
  unreadable: { kind: "error", text: "Nothing was saved: use a JPEG, PNG or WebP picture." },
  busy: { kind: "error", text: "Nothing was saved: another picture of yours is being read. Try again." },
  unsent: { kind: "error", text: "Nothing was saved: it could not be sent. Try again." },
};

/** The report in words; undefined where there is none. */
function logoWords(report: string | null | undefined) {
  return WORDS[report ?? ""];
}
