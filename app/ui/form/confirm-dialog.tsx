"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "#app/ui/button";
import type { ButtonLook } from "#app/ui/button-class.ts";
import { useHasPermission } from "#app/ui/page/permission-gate";
import type { Permission } from "#lib/core/permission";
import { openAround } from "./open-around.ts";

interface Props {
  trigger: ReactNode;
  look?: ButtonLook | undefined;
  title: string;
  children: ReactNode;
  /** The label of the dismiss button; by default "Cancel" while a form isn't saved, and "Close" otherwise. */
  cancel?: string | undefined;
  needs?: Permission;
  /** Opens at an address that ends in `#` and this, so that a link can lead to the form. */
  anchor?: string;
}

export function ConfirmDialog({ trigger, look, title, children, cancel, needs = "see", anchor }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    if (anchor === undefined) return;
    const openIfNamed = () => {
      if (window.location.hash !== `#${anchor}` || !dialog.current || dialog.current.open) return;
      // A page that is loaded again, or returned to, doesn’t ask again.
      window.history.replaceState(null, "", window.location.pathname + window.location.search);
      const trigger = dialog.current.previousElementSibling;
      openAround(dialog.current);
      if (trigger instanceof HTMLElement) trigger.focus();
      dialog.current.showModal();
    };
    // The router follows changes of the address from its own first effect on, which runs after this one.
    const first = setTimeout(openIfNamed);
    window.addEventListener("hashchange", openIfNamed);
    return () => {
      clearTimeout(first);
      window.removeEventListener("hashchange", openIfNamed);
    };
  }, [anchor]);
  if (!useHasPermission(needs)) return null;
  return (
    <>
      <Button variant="secondary" {...look} onClick={() => dialog.current?.showModal()}>
        {trigger}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={heading}
        closedby="any"
        className="group/dialog sheet md:inset-0 md:m-auto md:h-fit md:max-w-md md:rounded-lg md:p-6"
      >
        <h2 id={heading} className="font-semibold text-lg">
          {title}
        </h2>
        {children}
        <Button
          variant="quiet"
          wide
          className="group-has-[form[data-saved]]/dialog:border group-has-[form[data-saved]]/dialog:border-edge/60"
          data-dismiss
          onClick={() => dialog.current?.close()}
        >
          {cancel ?? <DismissLabel />}
        </Button>
      </dialog>
    </>
  );
}

/** Follows the forms of its dialog by style, so that it also knows those that come and go with a result. */
function DismissLabel() {
  return (
    <>
      <span className="hidden group-has-[form:not([data-saved])]/dialog:inline">Cancel</span>
      <span className="group-has-[form:not([data-saved])]/dialog:hidden">Close</span>
    </>
  );
}
