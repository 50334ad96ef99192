import type { KeyboardEvent, MouseEvent } from "react";
import type { Pick } from "./step.ts";

type Name = keyof Pick;
type Chosen = (name: Name, value: string) => void;

const NEXT: Partial<Record<string, Name>> = { network: "type", type: "plan", plan: "phone" };

/** Enter on a tile takes it and goes on to what comes next; when that is all there, to the review. */
export function goOn(event: KeyboardEvent<HTMLFormElement>, chosen: Chosen): void {
  const radio = event.target;
  if (event.key !== "Enter" || !(radio instanceof HTMLInputElement) || radio.type !== "radio") return;
  event.preventDefault();
  if (event.repeat) return;
  const form = event.currentTarget;
  if (!radio.checked) chosen(radio.name as Name, radio.value);
  requestAnimationFrame(() => next(form, radio.name));
}

/** A tapped plan leads to the number, as long as there is none; walking with the arrows leads nowhere. */
export function tapped(event: MouseEvent<HTMLFormElement>): void {
  const radio = event.target;
  const byHand = event.detail > 0 && radio instanceof HTMLInputElement && radio.name === "plan";
  if (byHand && !typed(event.currentTarget)) focusOn(event.currentTarget, "phone");
}

/** Moves the focus to a choice: what is chosen there, or its first tile. */
export function focusOn(form: HTMLFormElement | null, name: Name): void {
  const all = form?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`);
  const target = [...(all ?? [])].find((input) => input.checked) ?? all?.[0];
  target?.focus({ preventScroll: true });
  target?.closest("fieldset, [data-field]")?.scrollIntoView({ block: "nearest" });
}

function next(form: HTMLFormElement, name: string): void {
  const to = NEXT[name];
  if (to === "phone" && typed(form)) form.requestSubmit();
  else if (to === "type" && form.querySelectorAll('input[name="type"]').length === 1) focusOn(form, "plan");
  else if (to) focusOn(form, to);
}

const typed = (form: HTMLFormElement) => String(new FormData(form).get("phone") ?? "").trim() !== "";
