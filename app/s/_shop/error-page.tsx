import { buttonClass } from "#app/ui/button-class.ts";
import type { Problem } from "#lib/core/error";
import type { ShopHtmlPage } from "./shop-document.tsx";

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
