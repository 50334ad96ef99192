import { Card } from "../../../ui/card.tsx";
import { CodeBlock } from "./code-block.tsx";

const VERIFY = `import { Webhook } from "standardwebhooks";

const message = new Webhook("whsec_…").verify(rawBody, headers);
// { type: "purchase.successful", timestamp: "…", data: { ident: "DT…", ref: "order-1001", … } }`;

const EVENTS = [
  ["purchase.successful", "A purchase was delivered"],
  ["purchase.failed", "A purchase failed, and the money is back"],
  ["purchase.reversed", "A delivered purchase was taken back, and the money with it"],
  ["plans.changed", "Plans or prices changed: list them again"],
] as const;

/** What webhooks tell, and how to know that it is true. */
export function Events() {
  return (
    <Card title="Webhooks">
      <div className="flex flex-col gap-4">
        <p>
          Messages follow Standard Webhooks, which has libraries for most languages. Check the signature,
          answer with a 2xx status within 10 seconds, and expect a message more than once: its{" "}
          <code className="font-mono text-sm">webhook-id</code> stays the same. What is not taken is tried
          again for about a day.
        </p>
        <dl className="divide-y divide-line border-line border-y">
          {EVENTS.map(([type, says]) => (
            <div key={type} className="grid gap-x-4 py-2 text-sm md:grid-cols-[12rem_minmax(0,1fr)]">
              <dt className="font-mono">{type}</dt>
              <dd className="text-muted">{says}</dd>
            </div>
          ))}
        </dl>
        <CodeBlock code={VERIFY} what="checking a message" />
      </div>
    </Card>
  );
}
