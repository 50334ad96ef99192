import type { ReactNode } from "react";
import { ChevronDown } from "#app/ui/icon/icons.ts";

interface Props {
  /** The name in the address that opens it, as in `?open=pin`. */
  name: string;
  title: string;
  value?: ReactNode;
  open: string | undefined;
  children: ReactNode;
}

/** A setting with its value, which opens its form. One is open at a time. Works without script. */
export function SettingsRow({ name, title, value, open, children }: Props) {
  return (
    <details name="setting" open={name === open} className="group">
      <summary className="flex min-h-14 cursor-pointer items-center gap-3 px-4 hover:bg-sunken/60 md:px-5">
        <h2 className="font-medium">{title}</h2>
        <span className="min-w-0 flex-1 truncate text-right text-muted">{value}</span>
        <ChevronDown className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none" />
      </summary>
      <div className="pt-1 pb-5">{children}</div>
    </details>
  );
}

export const LINK_ROW_CLASS = "flex min-h-14 items-center gap-3 px-4 hover:bg-sunken/60 md:px-5";

/** The space at the sides of a row’s content that isn’t a list. */
export const ROW_PADDING_CLASS = "px-4 md:px-5";

export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <p className="mb-2 text-muted text-sm">{title}</p>
      <div className="divide-y divide-line overflow-hidden border-line border-y bg-surface max-md:-mx-4 md:max-w-2xl md:rounded-lg md:border">
        {children}
      </div>
    </section>
  );
}
