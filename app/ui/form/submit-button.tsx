"use client";

import type { ComponentProps, MouseEvent } from "react";
import { useFormStatus } from "react-dom";
import { type ButtonLook, buttonClass } from "#app/ui/button-class.ts";
import { cx } from "#app/ui/cx.ts";
import { LoaderCircle } from "#app/ui/icon/icons.ts";

type Props = ButtonLook & Omit<ComponentProps<"button">, "type"> & { pendingText?: string };

/**
 * The act of its form. While the form is on its way it shows `pendingText` (a spinner when there is none),
 * keeps its width and its focus, and cannot be tapped again. Of several acts only the chosen one shows that.
 */
export function SubmitButton({ variant, size, wide, className, children, pendingText, ...rest }: Props) {
  const { pending, data } = useFormStatus();
  const isChosen = pending && (!rest.name || data.get(rest.name) === String(rest.value ?? ""));
  const stopWhilePending = (event: MouseEvent) => pending && event.preventDefault();
  return (
    <button
      {...rest}
      type="submit"
      aria-disabled={pending || undefined}
      onClick={stopWhilePending}
      className={cx(buttonClass({ variant, size, wide }), className)}
    >
      <span className={cx("inline-flex items-center gap-2", isChosen && "invisible")}>{children}</span>
      {isChosen && (
        <span className="absolute inset-0 flex items-center justify-center gap-2" role="status">
          <Spinner />
          {pendingText ?? <span className="sr-only">Working</span>}
        </span>
      )}
    </button>
  );
}

function Spinner() {
  return <LoaderCircle className="size-5 animate-spin" />;
}

export function RowButton({
  "aria-label": label,
  ...rest
}: ComponentProps<typeof SubmitButton> & { "aria-label": string }) {
  return <SubmitButton variant="quiet" size="sm" className="-mr-3" aria-label={label} {...rest} />;
}
