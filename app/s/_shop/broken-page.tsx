import type { Problem } from "#lib/core/error";
import { buttonClass } from "../../ui/button-class.ts";
import type { Page } from "./document.tsx";

/** A shop's page that could not be made, in words for its customers. A form that was sent can be sent once more. */
export function brokenPage(problem: Problem, { url }: Request, form: FormData): Page {
  const { pathname, search } = new URL(url);
  const [, , slug, ...below] = pathname.split("/");
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
  const ours = problem.code === "internal" || problem.code === "unavailable";
  return {
    title: "Could not be loaded",
    body: (
      <main className="grid min-h-dvh place-items-center px-6 text-center">
        <div className="max-w-sm">
          <h1 className="font-semibold text-lg">This page could not be loaded</h1>
          <p className="mt-1 text-muted">
            {ours
              ? "An order that you placed is kept, and a payment that you made to the shop is not lost. Wait a minute, then try again. If you are in a hurry, call the shop."
              : problem.message}
          </p>
          {problem.code === "internal" && (
            <p className="mt-2 text-faint text-sm">Number of this failure: {problem.facts.id}</p>
          )}
          <div className="mt-5 flex flex-wrap justify-center gap-2">
            {fields.length > 0 ? (
              <form method="post">
                {fields.map(([name, value], index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: they are never in another order
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
