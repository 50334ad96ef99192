import { ApiAccessPrompt, ApiTabs } from "#app/(reseller)/settings/api/api-parts";
import { Badge } from "#app/ui/badge";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { Checkbox, FieldSet, Radio } from "#app/ui/form/checkbox";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import type { Query } from "#app/ui/list/build-href.ts";
import { NewSecretResult } from "#app/ui/new-secret-banner";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { Time } from "#app/ui/time";
import { formatOffsetTime } from "#lib/core/time/time";
import { requireResellerPage } from "#lib/request/actor";
import { deliveryList } from "#lib/webhook/delivery-list";
import { type EndpointView, listEndpoints } from "#lib/webhook/list-endpoints";
import { EVENT_TYPES } from "#lib/webhook/sample-event";
import { addEndpointAction } from "./actions.ts";
import { EndpointActions, ResendProgress } from "./endpoint-actions.tsx";
import { ResendDialog } from "./resend-dialog.tsx";
import { PreviousSecrets, RotateSecretDialog } from "./secret-rotation.tsx";
import { WebhookDeliveryList } from "./webhook-delivery-list.tsx";

export const metadata = { title: "Webhooks" };

const PATH = "/settings/api/webhooks";

export default async function WebhooksPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx, session } = await requireResellerPage();
  const [endpoints, messages] = await Promise.all([
    listEndpoints(ctx),
    deliveryList.page(ctx, await searchParams),
  ]);
  const mayAdd = session.actor.kind === "reseller" && session.actor.level === "api";
  return (
    <>
      <LiveUpdates also="webhooks" />
      <PageHeader title="Webhooks" lead="Events sent to your website or app" tabs={<ApiTabs at={PATH} />} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {!mayAdd && <ApiAccessPrompt ctx={ctx} email={session.actor.email} />}
        {mayAdd && (
          <Card title="New webhook">
            <EndpointForm />
          </Card>
        )}
        {endpoints.length > 0 && (
          <Card title="Webhooks" padded={false}>
            <ul aria-label="Webhooks" className="divide-y divide-line">
              {endpoints.map((endpoint) => (
                <Endpoint key={endpoint.id} endpoint={endpoint} />
              ))}
            </ul>
          </Card>
        )}
        {(endpoints.length > 0 || messages.rows.length > 0 || messages.narrowed) && (
          <WebhookDeliveryList here={PATH} page={messages} endpoints={endpoints} />
        )}
      </div>
    </>
  );
}

function Endpoint({ endpoint }: { endpoint: EndpointView }) {
  const { id, url, events, test, createdAt, rotatedAt, previousSecrets, resend, signs } = endpoint;
  const topics = events.flatMap((event) => (event === "plans" ? ["plans", "prices"] : [event]));
  return (
    <li className="grid gap-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <div className="min-w-0">
        <p className="break-all font-medium">
          {url} <Badge>{test ? "Test" : "Live"}</Badge>
        </p>
        <p className="mt-1 text-muted text-sm">
          Events: {new Intl.ListFormat("en-GB").format(topics)}. Added <Time at={createdAt} />
          {rotatedAt && (
            <>
              . Secret rotated <Time at={rotatedAt} />
            </>
          )}
        </p>
        <PreviousSecrets secrets={previousSecrets} />
        {resend && <ResendProgress resend={resend} />}
        {!signs && (
          <Banner className="mt-2" kind="warn" title="Events can’t be sent">
            We can’t read this webhook’s secret any more. Remove the webhook and add it again.
          </Banner>
        )}
      </div>
      <div className="flex flex-col gap-3 md:items-end">
        <EndpointActions id={id} url={url} types={EVENT_TYPES}>
          <RotateSecretDialog id={id} url={url} />
          {!resend && <ResendDialog id={id} {...suggestSpan()} />}
        </EndpointActions>
      </div>
    </li>
  );
}

const DAY_MS = 86_400_000;

/** Suggests the last day, as date-and-time fields have it. */
function suggestSpan() {
  const now = Date.now();
  const toField = (ms: number) => formatOffsetTime(new Date(ms)).slice(0, "2026-11-20T14:05".length);
  return { from: toField(now - DAY_MS), to: toField(now + 60_000) };
}

function EndpointForm() {
  return (
    <ActionForm id="endpoint" action={addEndpointAction} className="max-w-xl gap-4">
      <FormStatus />
      <NewSecretResult what="secret" />
      <Input label="URL" name="url" type="url" required placeholder="https://shop.example/hook" />
      <FieldSet legend="Events" name="events">
        <Checkbox
          name="events"
          value="purchases"
          label="Purchases: delivered, failed or reversed"
          defaultChecked
        />
        <Checkbox name="events" value="plans" label="Plan and price changes" />
        <Checkbox name="events" value="announcements" label="Announcements" />
      </FieldSet>
      <FieldSet legend="Mode" name="mode">
        <Radio
          name="mode"
          value="live"
          label="Live"
          note="Live purchases, plans and announcements"
          defaultChecked
        />
        <Radio name="mode" value="test" label="Test" note="Purchases of test tokens only" />
      </FieldSet>
      <ConfirmPassword />
      <SubmitButton className="self-start">Add webhook</SubmitButton>
    </ActionForm>
  );
}
