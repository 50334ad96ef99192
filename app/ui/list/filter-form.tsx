"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useEffect, useRef, useTransition } from "react";
import { cx } from "#app/ui/cx.ts";

interface Props {
  action: string;
  /** The values of its fields by name, as in the URL. */
  values: Readonly<Record<string, string>>;
  children: ReactNode;
}

/**
 * A GET form that puts its filled fields into the URL, without reloading the page. Until the response
 * arrives, its results are dimmed (`aria-busy`). Text typed meanwhile stays. Without script the
 * browser submits it as usual.
 */
export function FilterForm({ action, values, children }: Props) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  const edited = useRef<EventTarget>(null);
  const shown = JSON.stringify(values);
  const arrived = useRef(shown);
  useEffect(() => {
    if (arrived.current === shown) return;
    arrived.current = shown;
    if (form.current) showValues(form.current, JSON.parse(shown), edited.current);
  }, [shown]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    edited.current = null;
    event.currentTarget.querySelector<HTMLElement>("[popover], [data-popover]")?.hidePopover?.();
    // Closes a phone's keyboard, which covers the results.
    if (matchMedia("(pointer: coarse)").matches && document.activeElement instanceof HTMLInputElement)
      document.activeElement.blur();
    const query = toFilledQuery(new FormData(event.currentTarget));
    start(() => router.push(query ? `${action}?${query}` : action));
  };
  return (
    <search aria-busy={pending} className={cx("block transition-opacity", pending && "opacity-60")}>
      <form
        ref={form}
        action={action}
        onSubmit={submit}
        onInput={({ target }) => {
          edited.current = target;
        }}
        className="mb-4 flex flex-col gap-3"
      >
        {children}
      </form>
    </search>
  );
}

/** Sets fields to the values of the arrived page, but for an edited one with the focus. */
function showValues(
  form: HTMLFormElement,
  values: Readonly<Record<string, string>>,
  edited: EventTarget | null,
): void {
  for (const field of form.elements) {
    const isFilter = field instanceof HTMLSelectElement || field instanceof HTMLInputElement;
    if (!isFilter || field.type === "hidden") continue;
    if (field === edited && field === document.activeElement) continue;
    field.value = values[field.name] ?? "";
    if (field instanceof HTMLSelectElement) field.selectedIndex = Math.max(field.selectedIndex, 0);
  }
  for (const more of form.querySelectorAll("details")) more.open = false;
}

function toFilledQuery(form: FormData): string {
  const query = new URLSearchParams();
  for (const [name, value] of form) {
    if (typeof value === "string" && value.trim()) query.append(name, value.trim());
  }
  return query.toString();
}
