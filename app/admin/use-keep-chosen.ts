"use client";

import { useEffect, useRef } from "react";
import type { ActionState } from "#lib/web/action";

/**
 * Keeps the boxes ticked that a form was sent with when it comes back with an error: a form that was sent is reset.
 * @param name the name of the boxes.
 * @returns a ref for what is around them.
 */
export function useKeepChosen(state: ActionState<string>, name: string) {
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!state || state.ok) return;
    const chosen = [state.values[name] ?? []].flat();
    for (const box of around.current?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? [])
      box.checked = chosen.includes(box.value);
  }, [state, name]);
  return around;
}
