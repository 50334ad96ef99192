import { BadgeCheck, ShieldCheck, Undo2 } from "lucide-react";

const PROMISES = [
  {
    icon: ShieldCheck,
    title: "Charged once",
    text: "A double tap or a line that drops is still one purchase, at the price you saw.",
  },
  {
    icon: BadgeCheck,
    title: "Told as it is",
    text: "Delivered means delivered. When the network has not confirmed it yet, the page says so.",
  },
  {
    icon: Undo2,
    title: "Money back by itself",
    text: "What fails is back in your wallet at once, with the reason beside it.",
  },
];

/** Why one can work with it: three sentences. */
export function Promises() {
  return (
    <ul className="grid gap-8 border-line border-t pt-10 md:grid-cols-3">
      {PROMISES.map(({ icon: Icon, title, text }) => (
        <li key={title}>
          <Icon aria-hidden className="size-6 text-accent" />
          <h2 className="mt-3 font-semibold">{title}</h2>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}
