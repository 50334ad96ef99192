import { Webhook } from "lucide-react";
import type { Metadata } from "next";
import { requireResellerPage } from "#lib/web/actor";
import { listDeliveries } from "#lib/webhook/list-deliveries";
import { type EndpointView, listEndpoints } from "#lib/webhook/list-endpoints";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Time } from "../../../ui/time.tsx";
import { NotYet } from "../not-yet.tsx";
import { Tabs } from "../tabs.tsx";
import { Delivery } from "./delivery.tsx";
import { EndpointActs } from "./endpoint-acts.tsx";
import { EndpointForm } from "./endpoint-form.tsx";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage() {
  const { ctx, session } = await requireResellerPage();
  const [endpoints, messages] = await Promise.all([listEndpoints(ctx), listDeliveries(ctx)]);
  const mayAdd = session.actor.kind === "reseller" && session.actor.level === "api";
  return (
    <>
      <PageHeader title="Developers" lead="Your program is told when something happens" />
      <Tabs at="/developers/webhooks" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {!mayAdd && <NotYet email={session.actor.email} />}
        {mayAdd && (
          <Card title="New address">
            <EndpointForm />
          </Card>
        )}
        {endpoints.length > 0 && (
          <Card title="Addresses" padded={false}>
            <ul className="divide-y divide-line">
              {endpoints.map((endpoint) => (
                <Endpoint key={endpoint.id} endpoint={endpoint} />
              ))}
            </ul>
          </Card>
        )}
        {endpoints.length > 0 && (
          <Card title="Messages" padded={false}>
            {messages.length === 0 ? (
              <EmptyState icon={Webhook} title="Nothing sent yet">
                Send a test, or wait for the next purchase. Each try is listed here for 30 days.
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line">
                {messages.map((message) => (
                  <Delivery key={message.messageId} message={message} />
                ))}
              </ul>
            )}
          </Card>
        )}
      </div>
    </>
  );
}

function Endpoint({ endpoint: { id, url, events, createdAt } }: { endpoint: EndpointView }) {
  const told = events.flatMap((event) => (event === "purchases" ? ["purchases"] : ["plans", "prices"]));
  return (
    <li className="grid gap-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <div className="min-w-0">
        <p className="break-all font-medium">{url}</p>
        <p className="mt-1 text-muted text-sm">
          Told of {new Intl.ListFormat("en-GB").format(told)}, added <Time at={createdAt} />
        </p>
      </div>
      <div className="flex flex-col gap-3 md:items-end">
        <EndpointActs id={id} url={url} />
      </div>
    </li>
  );
}
