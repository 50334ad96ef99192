import type { ComponentProps } from "react";
import { SubmitButton } from "./submit-button.tsx";

/** What can be done to one `Row` of a list that is a form: a quiet button that ends where the row does, named for whom it concerns. */
export function RowAct({
  "aria-label": label,
  ...rest
}: ComponentProps<typeof SubmitButton> & { "aria-label": string }) {
  return <SubmitButton variant="quiet" size="sm" className="-mr-3" aria-label={label} {...rest} />;
}
