"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useTransition } from "react";
import { cx } from "./cx.ts";

/**
 * A GET form that puts its filled fields into the address, without loading the page anew. Until the answer
 * is there its result (`aria-busy`) steps back. Without script the browser sends it as any form.
 */
export function FilterForm({ action, children }: { action: string; children: ReactNode }) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>("[popover]")?.hidePopover?.();
    const query = filled(new FormData(event.currentTarget));
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

function filled(form: FormData): string {
  const query = new URLSearchParams();
  for (const [name, value] of form) {
    if (typeof value === "string" && value.trim()) query.append(name, value.trim());
  }
  return query.toString();
}
