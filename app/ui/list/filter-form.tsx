"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useTransition } from "react";
import { cx } from "#app/ui/cx.ts";

/**
 * A GET form that puts its filled fields into the URL, without reloading the page. Until the response arrives, its results
 * are dimmed (`aria-busy`). Without script the browser submits it as usual.
 */
export function FilterForm({ action, children }: { action: string; children: ReactNode }) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>("[popover]")?.hidePopover?.();
    const query = toFilledQuery(new FormData(event.currentTarget));
    start(() => router.push(query ? `${action}?${query}` : action));
  };
  return (
    <search aria-busy={pending} className={cx("block transition-opacity", pending && "opacity-60")}>
      <form action={action} onSubmit={submit} className="mb-4 flex flex-col gap-3">
        {children}
      </form>
    </search>
  );
}

function toFilledQuery(form: FormData): string {
  const query = new URLSearchParams();
  for (const [name, value] of form) {
    if (typeof value === "string" && value.trim()) query.append(name, value.trim());
  }
  return query.toString();
}
