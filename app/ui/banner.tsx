import type { ReactNode } from "react";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "#app/ui/icon/icons.ts";
import { ButtonLink } from "./button-link.tsx";
import { cx } from "./cx.ts";

const KIND_STYLES = {
  info: { look: "bg-wait-soft text-wait", Icon: Info },
  good: { look: "bg-good-soft text-good", Icon: CircleCheck },
  warn: { look: "bg-unsure-soft text-unsure", Icon: TriangleAlert },
  error: { look: "bg-bad-soft text-bad", Icon: CircleAlert },
} as const;

interface Props {
  kind?: keyof typeof KIND_STYLES;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** The page to go to, as a button in the place of `action`. */
  link?: { href: string; label: string } | undefined;
  className?: string;
}

/** A message on a page. An error states the problem, whether money moved and what to do. */
export function Banner({ kind = "info", title, children, action, link, className }: Props) {
  const { look, Icon } = KIND_STYLES[kind];
  return (
    <div
      role={kind === "error" ? "alert" : "status"}
      className={cx("flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md px-4 py-3", look, className)}
    >
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div className="text-ink text-sm">{children}</div>}
        </div>
      </div>
      {action}
      {link && (
        <ButtonLink href={link.href} variant="secondary" size="sm">
          {link.label}
        </ButtonLink>
      )}
    </div>
  );
}
