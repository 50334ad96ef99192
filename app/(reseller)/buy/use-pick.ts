import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useState } from "react";
import type { NetworkOption, PlanOption, TypeOption } from "./options.ts";
import type { Pick, Step } from "./review-step.ts";

interface Picking {
  pick: Pick;
  network: NetworkOption | undefined;
  type: TypeOption | undefined;
  plan: PlanOption | undefined;
  choose: {
    network: (id: string) => void;
    type: (id: string) => void;
    plan: (id: string) => void;
    phone: (text: string) => void;
  };
}

/** What is chosen, and what follows from it: a network brings its usual type, and drops another's plan. */
export function usePick(
  networks: readonly NetworkOption[],
  first: Pick,
  form: RefObject<HTMLFormElement | null>,
): Picking {
  const [pick, setPick] = useState(first);
  useEffect(() => {
    const early = tappedBeforeScript(form.current);
    if (early) setPick((now) => ({ ...now, ...early }));
  }, [form]);

  const network = networks.find(({ id }) => id === pick.network);
  const type = network && (network.types.find(({ id }) => id === pick.type) ?? usualOf(network));
  const plan = type?.plans.find(({ id }) => id === pick.plan);
  return {
    pick,
    network,
    type,
    plan,
    choose: {
      network: (id) =>
        setPick((now) => (now.network === id ? now : { ...now, network: id, type: "", plan: "" })),
      type: (id) => setPick((now) => ({ ...now, type: id, plan: "" })),
      plan: (id) => setPick((now) => ({ ...now, plan: id })),
      phone: (text) => setPick((now) => ({ ...now, phone: text })),
    },
  };
}

const usualOf = ({ types, usual }: NetworkOption) => types.find(({ id }) => id === usual) ?? types[0];

/** On a slow line people tap and type before the script is there: what they did counts. */
function tappedBeforeScript(form: HTMLFormElement | null): Partial<Pick> | undefined {
  if (!form) return undefined;
  const data = new FormData(form);
  const names = ["network", "type", "plan", "phone"] as const;
  return Object.fromEntries(
    names.flatMap((name) => (data.get(name) ? [[name, String(data.get(name))]] : [])),
  );
}

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

/** Tapping a plan moves the focus to an empty number field; choosing with the arrow keys does not. */
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

/**
 * Puts the focus where the reader goes on: at what is wrong, at what they want to change, and with a keyboard
 * at hand at the first choice.
 */
export function useFocus(
  form: RefObject<HTMLFormElement | null>,
  errors: Step["errors"],
  change: keyof Pick | null,
): void {
  const wrong = Object.keys(errors)[0] as keyof Pick | undefined;
  useEffect(() => {
    const to = wrong ?? change;
    if (to) focusOn(form.current, to);
    else if (isFresh(form.current) && matchMedia("(pointer: fine)").matches) focusOn(form.current, "network");
  }, [form, wrong, change]);
}

const isFresh = (form: HTMLFormElement | null) => !form?.querySelector("input:checked");
