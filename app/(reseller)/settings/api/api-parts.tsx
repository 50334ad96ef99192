import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { FlaskConical, ListChecks, Send, Webhook } from "#app/ui/icon/icons.ts";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { ContactSupport } from "#app/ui/page/contact-support";
import { TabBar } from "#app/ui/page/tab-bar";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { type LevelStep, listLevelSteps } from "#lib/upgrade/get-upgrade";

interface Props {
  ctx: Ctx;
  /** The email of the account, for the message to support. */
  email: string;
}

/** Explains what the API level gives, its price and the steps to it. */
export async function ApiAccessPrompt({ ctx, email }: Props) {
  const steps = await listLevelSteps(ctx);
  const [next] = steps;
  const isOffered = steps.some(({ level }) => level === "api");
  const count = steps.length + (isOffered ? 0 : 1);
  return (
    <Card title="Connect your website or app">
      <p className="max-w-prose text-muted">
        With the API level, your website or app can list plans and buy data automatically, at API prices.
      </p>
      {next && next.level !== "api" && (
        <p className="mt-4 font-medium">
          Step 1 of {count}: {LEVEL_LABELS[next.level]}
        </p>
      )}
      {next && <p className={next.level === "api" ? "mt-4 font-medium" : undefined}>{describeStep(next)}</p>}
      {next && count > 1 && (
        <p className="mt-1 text-muted">
          Then:{" "}
          {steps
            .slice(1)
            .map(({ level }) => LEVEL_LABELS[level])
            .join(", ")}
          {!isOffered && (count > 2 ? ", API from support" : "API from support")}.
        </p>
      )}
      {!isOffered && (
        <ContactSupport
          className="mt-4"
          message={`Please move my account ${email} to the API level.`}
          otherwise={
            next ? null : <p className="mt-4">Only support can move your account to the API level.</p>
          }
        >
          for the API level
        </ContactSupport>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {next && (
          <ButtonLink href="/earn" className="max-sm:grow">
            Get {LEVEL_LABELS[next.level]}
          </ButtonLink>
        )}
        <ButtonLink href="/settings/api/reference" variant="secondary" className="max-sm:grow">
          View API reference
        </ButtonLink>
      </div>
      <ul className="mt-5 grid gap-2.5 border-line border-t pt-4 text-sm">
        {FEATURES.map(([Icon, text]) => (
          <li key={text} className="flex gap-3">
            <Icon className="size-5 shrink-0 text-muted" />
            {text}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const FEATURES = [
  [ListChecks, "Plans with your prices, and your balance"],
  [Send, "Purchases that are never charged twice, each with its status"],
  [Webhook, "Webhooks that tell your server when a purchase is delivered or fails"],
  [FlaskConical, "Test tokens: nothing is sent or charged"],
] as const;

function describeStep({ level, price, volume }: LevelStep): string {
  const name = `The ${LEVEL_LABELS[level]} level`;
  const ways = [
    price !== null && `costs ${formatMoney(price)} once`,
    volume !== null && `is free when you buy ${formatMoney(volume)} of data in 30 days`,
  ].filter(Boolean);
  return ways.length > 0
    ? `${name} ${ways.join(", or ")}.`
    : `${name} is free. Request it, and we tell you the decision.`;
}

const TABS = [
  { href: "/settings/api", label: "Tokens" },
  { href: "/settings/api/webhooks", label: "Webhooks" },
  { href: "/settings/api/requests", label: "Requests" },
  { href: "/settings/api/reference", label: "Reference" },
] as const;

export function ApiTabs({ at }: { at: (typeof TABS)[number]["href"] }) {
  return <TabBar label="API" tabs={TABS} current={at} />;
}
