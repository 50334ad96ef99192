import type { Metadata } from "next";
import { requireResellerPage } from "#lib/web/actor";
import { deliveryList } from "#lib/webhook/delivery-list";
import { type EndpointView, listEndpoints } from "#lib/webhook/list-endpoints";
import { Card } from "../../../ui/card.tsx";
import { Checkbox, FieldSet } from "../../../ui/checkbox.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { Live } from "../../../ui/live.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ConfirmPassword } from "../../../ui/password-field.tsx";
import { SecretAnswer } from "../../../ui/shown-once.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { Time } from "../../../ui/time.tsx";
import { NotYet } from "../not-yet.tsx";
import { Tabs } from "../tabs.tsx";
import { addEndpoint } from "./actions.ts";
import { EndpointActs } from "./endpoint-acts.tsx";
import { Messages } from "./messages.tsx";

export const metadata: Metadata = { title: "Webhooks" };

const HERE = "/developers/webhooks";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function WebhooksPage({ searchParams }: Props) {
  const { ctx, session } = await requireResellerPage();
  const [endpoints, messages] = await Promise.all([
    listEndpoints(ctx),
    deliveryList.page(ctx, await searchParams),
  ]);
  const mayAdd = session.actor.kind === "reseller" && session.actor.level === "api";
  return (
    <>
      <Live also="webhooks" />
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
            <ul aria-label="Addresses" className="divide-y divide-line">
              {endpoints.map((endpoint) => (
                <Endpoint key={endpoint.id} endpoint={endpoint} />
              ))}
            </ul>
          </Card>
        )}
        {(endpoints.length > 0 || messages.rows.length > 0 || messages.narrowed) && (
          <Messages here={HERE} page={messages} />
        )}
      </div>
    </>
  );
}

function Endpoint({ endpoint: { id, url, events, createdAt, signs } }: { endpoint: EndpointView }) {
  const told = events.flatMap((event) => (event === "plans" ? ["plans", "prices"] : [event]));
  return (
    <li className="grid gap-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <div className="min-w-0">
        <p className="break-all font-medium">{url}</p>
        <p className="mt-1 text-muted text-sm">
          Told of {new Intl.ListFormat("en-GB").format(told)}, added <Time at={createdAt} />
        </p>
        {!signs && (
          <div className="mt-2">
            <Notice kind="warn" title="Nothing can be sent there">
              The secret that signs its messages can no longer be read. Remove the address and add it again.
            </Notice>
          </div>
        )}
      </div>
      <div className="flex flex-col gap-3 md:items-end">
        <EndpointActs id={id} url={url} />
      </div>
    </li>
  );
}

function EndpointForm() {
  return (
    <ActionForm id="endpoint" action={addEndpoint} className="max-w-xl gap-4">
      <FormAnswer />
      <SecretAnswer what="secret" />
      <Input label="Address" name="url" type="url" required placeholder="https://shop.example/hook" />
      <FieldSet legend="Tell it when" name="events">
        <Checkbox
          name="events"
          value="purchases"
          label="A purchase is delivered, failed or taken back"
          defaultChecked
        />
        <Checkbox name="events" value="plans" label="Plans or prices change" />
        <Checkbox name="events" value="announcements" label="Something is announced to everybody" />
      </FieldSet>
      <ConfirmPassword />
      <div>
        <SubmitButton>Add address</SubmitButton>
      </div>
    </ActionForm>
  );
}
