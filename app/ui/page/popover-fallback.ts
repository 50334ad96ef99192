/*
 * Popovers for browsers without them: Safari before 17, of which an iPhone 8 or X has the last, and WebViews
 * before Chrome 114. The elements lose the attribute, which means nothing there, and `data-popover` says
 * whether they are open (`globals.css`).
 */

const OPEN = "[data-popover=open]";

/** Makes the popovers of this page and of those that follow work, where the browser doesn't. */
export function installPopovers(): void {
  if (typeof HTMLElement.prototype.showPopover === "function") return;
  adopt(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element) adopt(node);
  }).observe(document.body, { childList: true, subtree: true });
  document.addEventListener("click", toggleByButton, true);
  // Safari on iPhones makes no click of a tap beside links and buttons.
  document.addEventListener("pointerdown", closeFromOutside, true);
  document.addEventListener("keydown", handleEscape);
  HTMLElement.prototype.hidePopover = function () {
    close(this);
  };
}

function adopt(root: Element): void {
  for (const element of [root, ...root.querySelectorAll("[popover]")]) {
    if (!element.hasAttribute("popover")) continue;
    element.removeAttribute("popover");
    close(element);
  }
}

function toggleByButton({ target }: Event): void {
  const button = target instanceof Element ? target.closest("[popovertarget]") : null;
  const wanted = button && document.getElementById(button.getAttribute("popovertarget") ?? "");
  if (!wanted) return;
  const isOpen = wanted.matches(OPEN);
  for (const open of document.querySelectorAll(OPEN)) close(open);
  if (isOpen) return;
  wanted.setAttribute("data-popover", "open");
  button.setAttribute("aria-expanded", "true");
}

function closeFromOutside({ target }: Event): void {
  for (const open of document.querySelectorAll(OPEN))
    if (target instanceof Node && !open.contains(target) && !findButton(open)?.contains(target)) close(open);
}

function handleEscape({ key }: KeyboardEvent): void {
  const open = key === "Escape" && document.querySelector(OPEN);
  if (!open) return;
  close(open);
  findButton(open)?.focus();
}

function close(element: Element): void {
  element.setAttribute("data-popover", "closed");
  findButton(element)?.setAttribute("aria-expanded", "false");
}

const findButton = ({ id }: Element) =>
  document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(id)}"]`);
