import { PAYMENT_METHOD_TITLES } from "#app/s/_shop/payment-method-list";
import type { ShopView } from "#lib/shop/get-shop";

/** Explains how ordering works. */
export function HowItWorks({ pays, paymentWindowMinutes }: Pick<ShopView, "pays" | "paymentWindowMinutes">) {
  const ways = new Intl.ListFormat("en", { type: "disjunction" }).format(
    pays.map((kind) => PAYMENT_METHOD_TITLES[kind].toLowerCase()),
  );
  const steps = [
    { title: "Order", text: "Choose a plan and enter the phone number. You don’t need an account." },
    { title: "Pay the shop", text: `By ${ways}, within ${formatMinutes(paymentWindowMinutes)}.` },
    {
      title: "Track your order",
      text: "Your order page shows when it’s paid and when it’s delivered.",
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

const TIME_UNITS = [
  { minutes: 1440, word: "day" },
  { minutes: 60, word: "hour" },
  { minutes: 1, word: "minute" },
] as const;

/** Formats minutes in the largest whole unit: "2 hours", "45 minutes", "1 day". */
function formatMinutes(minutes: number): string {
  const unit = TIME_UNITS.find(({ minutes: length }) => minutes % length === 0) ?? TIME_UNITS[2];
  const count = minutes / unit.minutes;
  return `${count} ${unit.word}${count === 1 ? "" : "s"}`;
}
