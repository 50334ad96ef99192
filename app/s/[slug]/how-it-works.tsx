import type { ShopView } from "#lib/shop/get-shop";
import { PAY_TITLE } from "../_shop/pay-ways.tsx";

/** What happens between the tap and the data: so that nobody has to trust blindly. */
export function HowItWorks({ pays, payWithin }: Pick<ShopView, "pays" | "payWithin">) {
  const ways = new Intl.ListFormat("en", { type: "disjunction" }).format(
    pays.map((kind) => PAY_TITLE[kind].toLowerCase()),
  );
  const steps = [
    { title: "Order", text: "Choose a plan and type the number. No account, no password." },
    { title: "Pay the shop", text: `By ${ways}, within ${sayMinutes(payWithin)}.` },
    {
      title: "Watch it arrive",
      text: "Your order has its own page: it says when it is paid and when it is delivered.",
    },
  ];
  return (
    <section aria-labelledby="how" className="mt-3 border-line border-t pt-6">
      <h2 id="how" className="font-semibold text-lg">
        How it works
      </h2>
      <ol className="mt-4 grid gap-4 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-sm"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-muted text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const STEPS = [
  { minutes: 1440, word: "day" },
  { minutes: 60, word: "hour" },
  { minutes: 1, word: "minute" },
] as const;

/** A span as people say it: "2 hours", "45 minutes", "1 day". */
function sayMinutes(minutes: number): string {
  const step = STEPS.find((one) => minutes % one.minutes === 0) ?? STEPS[2];
  const count = minutes / step.minutes;
  return `${count} ${step.word}${count === 1 ? "" : "s"}`;
}
