"use client";

import { type ReactNode, useId, useRef } from "react";
import type { Permission } from "#lib/core/permission";
import { Button } from "./button.tsx";
import type { ButtonLook } from "./button-class.ts";
import { useMay } from "./may.tsx";

interface Props {
  /** The button that asks: its words and look. */
  trigger: ReactNode;
  look?: ButtonLook;
  title: string;
  /** What will happen, and usually the form that does it, with its `SubmitButton`. */
  children: ReactNode;
  /** Words for leaving everything as it is. */
  cancel?: string;
  /** On the desk: whose role lacks it is not asked. */
  needs?: Permission;
}

/** Asks before something that cannot be undone. A native dialog: focus stays inside, Escape leaves. */
export function ConfirmDialog({ trigger, look, title, children, cancel = "Not now", needs = "see" }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  if (!useMay(needs)) return null;
  return (
    <>
      <Button variant="secondary" {...look} onClick={() => dialog.current?.showModal()}>
        {trigger}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={heading}
        closedby="any"
        className="sheet md:inset-0 md:m-auto md:h-fit md:max-w-md md:rounded-lg md:p-6"
      >
        <h2 id={heading} className="font-semibold text-lg">
          {title}
        </h2>
        {children}
        <Button variant="quiet" wide onClick={() => dialog.current?.close()}>
          {cancel}
        </Button>
      </dialog>
    </>
  );
}
