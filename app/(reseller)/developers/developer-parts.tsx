import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { FlaskConical, ListChecks, Send, Webhook } from "#app/ui/icon/icons.ts";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { ContactSupport } from "#app/ui/page/contact-support";
import { TabBar } from "#app/ui/page/tab-bar";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { getNextOffer } from "#lib/upgrade/get-upgrade";

interface Props {
  ctx: Ctx;
  /** The email of the account, for the message to support. */
  email: string;
}

export async function ApiAccessPrompt({ ctx, email }: Props) {
  const offer = await getNextOffer(ctx);
  return (
    <Card title="Connect your website or app">
      <p className="max-w-prose text-muted">
        With the API level, your website or app can list plans and buy data automatically, at API prices.
      </p>
      <ul className="mt-4 grid gap-2.5">
        {FEATURES.map(([Icon, text]) => (
          <li key={text} className="flex gap-3">
            <Icon className="mt-0.5 size-5 shrink-0 text-muted" />
            {text}
          </li>
        ))}
      </ul>
      <div className="mt-5 border-line border-t pt-4">
        {offer && <p className="font-medium">{describeOffer(offer)}</p>}
        {offer?.level !== "api" && (
          <ContactSupport
            message={`Please move my account ${email} to the API level.`}
            otherwise={offer ? null : "Only support can move your account to the API level."}
          >
            for the API level
          </ContactSupport>
        )}
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        {offer && <ButtonLink href="/level">Get {LEVEL_LABELS[offer.level]}</ButtonLink>}
        <ButtonLink href="/developers/reference" variant="secondary">
          View API reference
        </ButtonLink>
      </div>
    </Card>
  );
}

const FEATURES = [
  [ListChecks, "Plans with your prices, and your balance"],
  [Send, "Purchases that are never charged twice, each with its status"],
  [Webhook, "Webhooks that tell your server when a purchase is delivered or fails"],
  [FlaskConical, "Test tokens: nothing is sent or charged"],
] as const;

function describeOffer({
  level,
  price,
  volume,
}: NonNullable<Awaited<ReturnType<typeof getNextOffer>>>): string {
  if (level !== "api") return "API access needs the API level.";
  const ways = [
    price !== null && `costs ${formatMoney(price)} once`,
    volume !== null && `is free when you buy ${formatMoney(volume)} of data in 30 days`,
  ].filter(Boolean);
  return ways.length > 0
    ? `The API level ${ways.join(", or ")}.`
    : "The API level is free. Request it, and we tell you the decision.";
}

const TABS = [
  { href: "/developers", label: "Tokens" },
  { href: "/developers/webhooks", label: "Webhooks" },
  { href: "/developers/requests", label: "Requests" },
  { href: "/developers/reference", label: "Reference" },
] as const;

export function DeveloperTabs({ at }: { at: (typeof TABS)[number]["href"] }) {
  return <TabBar label="Developers" tabs={TABS} current={at} />;
}
