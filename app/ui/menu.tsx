import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface Props {
  id: string;
  trigger: ReactNode;
  label?: string;
  triggerClass?: string;
  children: ReactNode;
}

/** A popover with more actions: a sheet on a phone, a panel on a desktop. */
export function Menu({ id, trigger, label, triggerClass, children }: Props) {
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={label} className={triggerClass}>
        {trigger}
      </button>
      <div
        id={id}
        popover="auto"
        className={cx(
          "sheet !gap-1",
          "md:w-72 md:rounded-lg md:border md:border-line md:p-2 md:shadow-lift",
          "md:inset-auto md:bottom-4 md:left-4",
        )}
      >
        {children}
      </div>
    </>
  );
}

/** The look of a line in a `Menu`: give it to a `Link` or a button. */
export const menuItemClass = "menu-item";
