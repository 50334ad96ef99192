"use client";

import { useEffect } from "react";
import { areSingleKeysOn } from "#app/ui/shell/single-keys.ts";

/**
 * Handles the keys of a page: each control names its own in `aria-keyshortcuts`, and is clicked by it outside
 * of text fields; with `data-focus-only` it only gets the focus. `data-then` names the field of its form that
 * gets the focus next. Escape leaves a text field, Ctrl Enter sends its form. Draws nothing.
 */
export function PageShortcuts() {
  useEffect(() => {
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
  return null;
}

/** `:is` takes what an old browser doesn't know; a list alone would throw. */
const OPEN_LAYER = ":is(dialog[open], [popover]:popover-open, [data-popover=open])";

function handleKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (event.defaultPrevented || event.repeat || event.isComposing || altKey) return;
  if (document.querySelector(OPEN_LAYER)) return;
  const command = ctrlKey || metaKey;
  const field = findTextField(target);
  if (field) leaveField(field, key, command);
  else if (!command && areSingleKeysOn() && clickControl(key.toLowerCase())) event.preventDefault();
}

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const findTextField = (target: EventTarget | null): TextField | null =>
  target instanceof Element
    ? target.closest<TextField>("input:not([type=radio], [type=checkbox]), textarea, select")
    : null;

function leaveField(field: TextField, key: string, command: boolean): void {
  if (key === "Escape") field.blur();
  if (key === "Enter" && command) field.form?.requestSubmit();
}

/** Clicks the visible control of a key. @returns whether there is one */
function clickControl(key: string): boolean {
  const control = [...document.querySelectorAll<HTMLElement>("[aria-keyshortcuts]")].find(
    (element) => element.getAttribute("aria-keyshortcuts") === key && element.getClientRects().length > 0,
  );
  if (!control) return false;
  control.focus();
  if (!("focusOnly" in control.dataset)) control.click();
  if (control instanceof HTMLInputElement && control.dataset.then)
    focusField(control.form, control.dataset.then);
  return true;
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
