import type { ReactNode } from "react";
import { env } from "#lib/core/env";
import { GROUND } from "../../ui/grounds.ts";
import script from "./script.ts?text";
import css from "./shop.css?text";

/** A page of a shop. */
export interface Page {
  title: string;
  /** More than every head has; without `robots` in it search engines pass by. */
  head?: ReactNode;
  /** It has something that works better with script: a form, a button that copies, a state that changes. */
  active?: boolean;
  body: ReactNode;
}

const NOT_INDEXED = <meta name="robots" content="noindex, nofollow" />;

/** The whole page. Its style and its script travel in it: on a slow line each further file would cost a round trip. */
export function Document({
  title,
  head = NOT_INDEXED,
  active,
  body,
  nonce,
}: Page & { nonce?: string | undefined }) {
  const { LOCALE, PORTAL_NAME } = env();
  return (
    <html lang={LOCALE}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="application-name" content={PORTAL_NAME} />
        <meta name="format-detection" content="telephone=no" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={GROUND.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={GROUND.dark} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {head}
        <style nonce={nonce} {...raw(css)} />
        {active && <script type="module" nonce={nonce} {...raw(script)} />}
      </head>
      <body>{body}</body>
    </html>
  );
}

/** Text of ours that must not be escaped. */
const raw = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } });
