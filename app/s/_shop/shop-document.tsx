import type { ReactNode } from "react";
import { PAGE_BACKGROUND } from "#app/ui/page-background.ts";
import { env } from "#lib/core/env";
import { getLocale } from "#lib/core/locale";
import script from "./script.ts?text";
import css from "./shop.css?text";

export interface ShopHtmlPage {
  title: string;
  /** Further head elements. Include `robots`: without `head`, the page is not indexed. */
  head?: ReactNode;
  /** Whether the page needs the script, for a form, a copy button or a state that changes. */
  active?: boolean;
  body: ReactNode;
}

const NO_INDEX_META = <meta name="robots" content="noindex, nofollow" />;

/** The HTML of a page. Style and script are inline: on a slow line each further file costs a round trip. */
export function ShopDocument({
  title,
  head = NO_INDEX_META,
  active,
  body,
  nonce,
}: ShopHtmlPage & { nonce?: string | undefined }) {
  const { PORTAL_NAME } = env();
  return (
    <html lang={getLocale()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="application-name" content={PORTAL_NAME} />
        <meta name="format-detection" content="telephone=no" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={PAGE_BACKGROUND.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={PAGE_BACKGROUND.dark} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {head}
        <style nonce={nonce} {...rawHtml(css)} />
        {active && <script type="module" nonce={nonce} {...rawHtml(script)} />}
      </head>
      <body>{body}</body>
    </html>
  );
}

const rawHtml = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } });
