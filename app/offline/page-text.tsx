import { env } from "#lib/core/env";
import { GROUND } from "../ui/grounds.ts";
import css from "./offline.css?text";
import script from "./script.ts?text";

/** What is shown without a network: nothing of anybody's stands in it before its script finds what was put aside. */
export function OfflineDocument({ nonce }: { nonce: string | undefined }) {
  const { LOCALE, PORTAL_NAME } = env();
  return (
    <html lang={LOCALE}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{`Offline · ${PORTAL_NAME}`}</title>
        <meta name="robots" content="noindex" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={GROUND.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={GROUND.dark} />
        <style nonce={nonce} {...raw(css)} />
        <script type="module" nonce={nonce} {...raw(script)} />
      </head>
      <body>
        <main>
          <div>
            <h1>You are offline</h1>
            <p>Nothing can be bought or sent without the network, and nothing waits here to be sent later.</p>
          </div>
          <div>
            <button type="button">Try again</button>
          </div>
          <section id="purchases" hidden>
            <h2>
              Your last purchases, as of <time />
            </h2>
            <ul />
          </section>
          <section id="prices" hidden>
            <h2>
              Your prices, as of <time />
            </h2>
            <ul />
            <p>They may be others by now. You see the price again before you pay.</p>
          </section>
        </main>
      </body>
    </html>
  );
}

const raw = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } });
