import type { ReactNode } from "react";
import { AccountNumber } from "#app/(reseller)/wallet/account-number";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { Check } from "#app/ui/icon/icons.ts";
import type { FirstSteps as Steps } from "#lib/home/reseller-home";
import type { OpenAccount } from "#lib/payment/account/dedicated-account-view";

interface Step {
  title: string;
  note: string;
  href: string;
  label: string;
}

const STEPS: Record<keyof Steps, Step> = {
  topUp: {
    title: "Top up your wallet",
    note: "Send money to your account number, or pay online. You buy from it.",
    href: "/wallet/fund",
    label: "Top up wallet",
  },
  gain: {
    title: "Choose your gain",
    note: "What you add to your price. Your customers’ prices then fill in everywhere.",
    href: "/prices",
    label: "Choose gain",
  },
  sale: {
    title: "Make your first sale",
    note: "Enter a number, choose a plan, send. It takes a minute.",
    href: "/buy",
    label: "Buy data",
  },
  share: {
    title: "Share your prices",
    note: "As pictures for your WhatsApp status.",
    href: "/prices/images",
    label: "Share prices",
  },
};

interface Props {
  steps: Steps;
  account: OpenAccount | null;
}

/** The way of a newcomer to the first sales: the first open step says how, the others wait. */
export function FirstSteps({ steps, account }: Props) {
  const names = Object.keys(STEPS) as (keyof Steps)[];
  const next = names.find((name) => !steps[name]);
  return (
    <Card title="Start selling" padded={false}>
      <ol className="divide-y divide-line">
        {names.map((name, n) => (
          <StepRow
            key={name}
            number={n + 1}
            step={STEPS[name]}
            state={steps[name] ? "done" : name === next ? "next" : "later"}
          >
            {name === "topUp" && account && <AccountNumber account={account} />}
          </StepRow>
        ))}
      </ol>
    </Card>
  );
}

interface RowProps {
  number: number;
  step: Step;
  state: "done" | "next" | "later";
  children: ReactNode;
}

function StepRow({ number, step: { title, note, href, label }, state, children }: RowProps) {
  return (
    <li className="flex gap-3 px-4 py-3 md:px-5">
      <span
        aria-hidden
        className={
          state === "done"
            ? "grid size-7 shrink-0 place-items-center rounded-full bg-good-soft text-good [&_svg]:size-4"
            : "grid size-7 shrink-0 place-items-center rounded-full bg-sunken font-semibold text-sm"
        }
      >
        {state === "done" ? <Check /> : number}
      </span>
      <div className="grid min-w-0 flex-1 gap-2">
        <p className={state === "done" ? "text-muted leading-7" : "font-medium leading-7"}>
          {title}
          {state === "done" && <span className="sr-only">: done</span>}
        </p>
        {state === "next" && (
          <>
            <p className="-mt-2 text-muted text-sm">{note}</p>
            {children}
            <ButtonLink href={href} className="justify-self-start">
              {label}
            </ButtonLink>
          </>
        )}
      </div>
    </li>
  );
}
