import { PAGE_BACKGROUND } from "#app/ui/page-background.ts";
import { env } from "#lib/core/env";
import { getLocale } from "#lib/core/locale";
import css from "./offline.css?text";
import script from "./script.ts?text";

/** The offline page, without any data. Its script continues once the portal responds. */
export function OfflineDocument({ nonce }: { nonce: string | undefined }) {
  const { PORTAL_NAME } = env();
  return (
    <html lang={getLocale()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{`Offline · ${PORTAL_NAME}`}</title>
        <meta name="robots" content="noindex" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={PAGE_BACKGROUND.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={PAGE_BACKGROUND.dark} />
        <style nonce={nonce} {...rawHtml(css)} />
        <script type="module" nonce={nonce} {...rawHtml(script)} />
      </head>
      <body>
        <main>
          <header>{PORTAL_NAME}</header>
          <div>
            <h1>You’re offline</h1>
            <p>You can’t buy without a connection. Nothing was sent or charged.</p>
          </div>
          <div>
            <button type="button">Try again</button>
          </div>
        </main>
      </body>
    </html>
  );
}

const rawHtml = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } });
