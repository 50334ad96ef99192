import type { ComponentProps } from "react";
import { buttonClass } from "#app/ui/button-class.ts";
import { MapPinOff, SearchX, Store } from "#app/ui/icon/icons.ts";
import { EmptyState } from "#app/ui/list/empty-state";
import { env } from "#lib/core/env";
import type { Problem } from "#lib/core/error";
import type { ShopContact } from "#lib/shop/get-shop";
import type { ShopHtmlPage } from "./shop-document.tsx";
import { ShopContactLinks } from "./shop-head.tsx";

/** Explains an error to customers. A submitted form can be submitted again. */
export function errorPage(problem: Problem, { url }: Request, form: FormData): ShopHtmlPage {
  const { pathname, search } = new URL(url);
  const [, , slug, ...below] = pathname.split("/");
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
  const isPortalFault = problem.code === "internal" || problem.code === "unavailable";
  return {
    title: "Couldn’t load",
    body: (
      <main className="grid min-h-dvh place-items-center px-6 text-center">
        <div className="max-w-sm">
          <h1 className="font-semibold text-lg">This page couldn’t load</h1>
          <p className="mt-1 text-muted">
            {isPortalFault
              ? "Your orders and payments are safe. Wait a minute, then try again, or call the shop."
              : problem.message}
          </p>
          {problem.code === "internal" && (
            <p className="mt-2 text-faint text-sm">Error reference: {problem.facts.id}</p>
          )}
          <div className="mt-5 flex flex-wrap justify-center gap-2">
            {fields.length > 0 ? (
              <form method="post">
                {fields.map(([name, value], index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
                  <input key={index} type="hidden" name={name} value={value} />
                ))}
                <button type="submit" className={buttonClass({})}>
                  Try again
                </button>
              </form>
            ) : (
              <a href={pathname + search} className={buttonClass({})}>
                Try again
              </a>
            )}
            {below.length > 0 && (
              <a href={`/s/${slug}`} className={buttonClass({ variant: "secondary" })}>
                Go to the shop
              </a>
            )}
          </div>
        </div>
      </main>
    ),
  };
}

/** A shop that is closed says so; any other address leads nowhere. */
export function shopNotFoundPage(shop: ShopContact | undefined): ShopHtmlPage {
  return shop?.closed
    ? wholePage({
        icon: Store,
        title: `${shop.name} is closed`,
        action: <ShopContactLinks shop={shop} />,
        children:
          "This shop isn’t selling right now. If you ordered before, your order still has its own page: open the link you saved.",
      })
    : wholePage({
        icon: MapPinOff,
        title: "Shop not found",
        action: (
          <a href="/" className={buttonClass({ variant: "secondary" })}>
            About {env().PORTAL_NAME}
          </a>
        ),
        children:
          "Check each letter of the address, or scan the shop’s code again. If it keeps happening, ask the person who gave it to you.",
      });
}

/** A wrong code and another shop's order look the same. */
export function orderNotFoundPage(shop: ShopContact | undefined): ShopHtmlPage {
  return wholePage({
    icon: SearchX,
    title: "Order not found",
    action: shop && (
      <div className="flex flex-wrap justify-center gap-2">
        <a href={`/s/${shop.slug}`} className={buttonClass({})}>
          Go to the shop
        </a>
        <ShopContactLinks shop={shop} message={`Hello ${shop.name}, I can’t find my order.`} />
      </div>
    ),
    children:
      "Part of the address may be missing. Open the link you saved, or ask the shop: it can find your order by your phone number.",
  });
}

function wholePage(props: ComponentProps<typeof EmptyState>): ShopHtmlPage {
  return {
    title: props.title,
    body: (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState {...props} wholePage />
      </main>
    ),
  };
}
