import { buttonClass } from "../../ui/button-class.ts";

/**
 * For browsers without script, where choosing a network shows nothing by itself: `plans` asks the server for
 * its plans; `default`, first in the form, makes Enter in the number field mean the review all the same.
 */
export function WithoutScript({ part }: { part: "default" | "plans" }) {
  return (
    <noscript className="noscript:contents">
      {part === "default" ? (
        <button
          type="submit"
          name="intent"
          value="review"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        />
      ) : (
        <button type="submit" name="intent" value="plans" className={buttonClass({ variant: "secondary" })}>
          Show the plans
        </button>
      )}
    </noscript>
  );
}
