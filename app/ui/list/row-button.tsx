import type { ComponentProps } from "react";
import { SubmitButton } from "#app/ui/form/submit-button";

/** The action of one `Row` in a list that is a form: a quiet button at the end of the row; its label names the row. */
export function RowButton({
  "aria-label": label,
  ...rest
}: ComponentProps<typeof SubmitButton> & { "aria-label": string }) {
  return <SubmitButton variant="quiet" size="sm" className="-mr-3" aria-label={label} {...rest} />;
}
