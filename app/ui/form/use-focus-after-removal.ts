import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus near a form whose own success removes it, as when what it was about leaves a list: it goes
 * to the nearest heading that stays, and is read out.
 */
export function useFocusAfterRemoval(form: RefObject<HTMLFormElement | null>, isPending: boolean): void {
  const sending = useRef(isPending);
  useEffect(() => {
    sending.current = isPending;
  }, [isPending]);
  useLayoutEffect(
    () => () => {
      const gone = form.current;
      if (!sending.current || !gone) return;
      const around: Element[] = [];
      for (let parent = gone.parentElement; parent; parent = parent.parentElement) around.push(parent);
      const { pathname } = location;
      requestAnimationFrame(() => {
        const isFree = document.activeElement === null || document.activeElement === document.body;
        if (isFree && location.pathname === pathname) focusHeading(around);
      });
    },
    [form],
  );
}

function focusHeading(around: readonly Element[]): void {
  for (const element of around) {
    const heading = element.isConnected ? element.querySelector<HTMLElement>("h1, h2, h3") : null;
    if (!heading) continue;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return;
  }
}
