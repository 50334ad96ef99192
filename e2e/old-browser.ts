import type { Page } from "playwright/test";

/**
 * Takes from this browser what the oldest supported ones lack: popovers (Safari 16, Chrome before 114),
 * `light-dark()` (before 123), passkeys (inside other apps), and newer methods of scripts.
 */
export async function makeOld(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const parts = ["popover", "showPopover", "hidePopover", "togglePopover"];
    for (const part of parts) Reflect.deleteProperty(HTMLElement.prototype, part);
    Reflect.deleteProperty(HTMLButtonElement.prototype, "popoverTargetElement");
    Reflect.deleteProperty(window, "PublicKeyCredential");
    Reflect.deleteProperty(Element.prototype, "checkVisibility");
    for (const name of ["withResolvers", "try"]) Reflect.deleteProperty(Promise, name);
    for (const name of ["parse", "canParse"]) Reflect.deleteProperty(URL, name);
    Reflect.deleteProperty(Array, "fromAsync");
    Reflect.deleteProperty(Object, "groupBy");
    Reflect.deleteProperty(globalThis, "Iterator");
    for (const name of ["union", "intersection", "difference"]) Reflect.deleteProperty(Set.prototype, name);
  });
  await page.route(/\.css(\?|$)/, async (route) => {
    const response = await route.fetch();
    const css = (await response.text())
      .replaceAll(":popover-open", ":-old-popover-open")
      .replaceAll("light-dark(", "-old-light-dark(");
    await route.fulfill({ response, body: `${OLD_DEFAULTS}${css}` });
  });
}

/** Undoes the defaults of a browser with popovers, below all rules of ours. */
const OLD_DEFAULTS =
  "@layer old{[popover]{display:block;position:static;inset:auto;margin:0;border:0;padding:0;width:auto;height:auto;overflow:visible}}";
