import type { ComponentProps } from "react";
import type { Notice } from "../../../ui/notice.tsx";

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
export function logoWords(report: string | null | undefined) {
  return WORDS[report ?? ""];
}
