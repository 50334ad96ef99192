import { ApiTabs } from "#app/(reseller)/settings/api/api-parts";
import { Card } from "#app/ui/card";
import { PageHeader } from "#app/ui/page/page-header";
import { readExamples } from "#lib/api/openapi/examples";
import { findExamplePlan } from "#lib/api/openapi/find-example-plan";
import { toJsonSchema } from "#lib/api/openapi/json-schema";
import { buildOpenApi, withExamplePlan } from "#lib/api/openapi/openapi";
import { COMMON_RESPONSES, OPERATIONS, TAGS } from "#lib/api/openapi/operations";
import { WEBHOOK_EVENTS } from "#lib/api/openapi/webhook-events";
import { TEST_NUMBERS } from "#lib/api/test-mode/test-outcomes";
import { API_TEXTS } from "#lib/api/texts";
import { env } from "#lib/core/env";
import { describeInvalidNumber } from "#lib/core/text/phone";
import { requireResellerPage } from "#lib/request/actor";
import { CodeExamples, OperationReference, ReferenceRow, ShapeReference } from "./operation-reference.tsx";
import { Prose, SchemaFields } from "./schema-fields.tsx";
import { type ContentsGroup, TableOfContents } from "./table-of-contents.tsx";

export const metadata = { title: "Reference" };

export default async function ReferencePage() {
  const { ctx, session } = await requireResellerPage();
  const plan = await findExamplePlan(ctx);
  const level = session.actor.kind === "reseller" ? session.actor.level : "api";
  const { schemas } = buildOpenApi().components;
  const base = env().NEXTAUTH_URL.replace(/\/$/, "");
  return (
    <>
      <PageHeader
        title="API reference"
        lead={
          <>
            Start with the{" "}
            <a href="/guide" className="underline underline-offset-4">
              guide
            </a>
            . Also as an{" "}
            <a href="/api/openapi.json" className="underline underline-offset-4">
              OpenAPI file
            </a>{" "}
            or a{" "}
            <a href="/api/postman.json" className="underline underline-offset-4">
              Postman collection
            </a>
            .
          </>
        }
        tabs={<ApiTabs at="/settings/api/reference" />}
      />
      <TableOfContents groups={listContents(Object.keys(schemas))}>
        <Card id="basics" title="Basics">
          <div className="flex flex-col gap-3">
            <p>
              All URLs start with <code className="break-all font-mono text-sm">{base}</code>. Send your token
              with each request, as{" "}
              <code className="font-mono text-sm">Authorization: Bearer YOUR_TOKEN</code>.
            </p>
            <p>
              You can send 30 purchases and 600 other requests per minute, over all your tokens. The{" "}
              <code className="font-mono text-sm">RateLimit-*</code> headers show how many are left.
            </p>
            <p>
              You pay the price of your level: <code className="font-mono text-sm">{`${level}_amount`}</code>{" "}
              in the filtered list, not <code className="font-mono text-sm">amount</code>, which is the
              standard price.
            </p>
          </div>
        </Card>
        <Programs />
        {Object.keys(TAGS).map((tag) => (
          <Card key={tag} title={tag}>
            <div className="divide-y divide-line border-line border-y">
              {OPERATIONS.filter((operation) => operation.tag === tag).map((operation) => (
                <OperationReference
                  key={operation.id}
                  operation={withExamplePlan(operation, plan)}
                  base={base}
                />
              ))}
            </div>
          </Card>
        ))}
        <ErrorReference />
        <EventReference />
        <TestNumbers />
        <ShapeReference schemas={schemas} />
      </TableOfContents>
    </>
  );
}

function listContents(shapes: readonly string[]): ContentsGroup[] {
  return [
    {
      title: "Start",
      links: [
        { href: "#basics", label: "Basics" },
        { href: "#programs", label: "Programs" },
      ],
    },
    ...Object.keys(TAGS).map((tag) => ({
      title: tag,
      links: OPERATIONS.filter((operation) => operation.tag === tag).map(({ id, title }) => ({
        href: `#${id}`,
        label: title,
      })),
    })),
    {
      title: "More",
      links: [
        { href: "#errors", label: "Errors" },
        { href: "#webhooks", label: "Webhooks" },
        { href: "#test-tokens", label: "Test tokens" },
      ],
    },
    { title: "Shapes", links: shapes.map((name) => ({ href: `#shape-${name}`, label: name })) },
  ];
}

const PROGRAMS = [
  { name: "balance", title: "Read the balance" },
  { name: "plans", title: "List plans with prices" },
  { name: "buy", title: "Buy once, with retries" },
] as const;

/** Complete programs in every language, as in the folder of examples. */
function Programs() {
  return (
    <Card id="programs" title="Programs">
      <div className="flex flex-col gap-4">
        <p>
          Save each as a file and run it as its first lines say. Start with a test token. You may run the
          purchase again after any failure: the same reference is charged once.
        </p>
        {PROGRAMS.map(({ name, title }) => (
          <div key={name}>
            <h3 className="mb-2 font-medium text-sm">{title}</h3>
            <CodeExamples name={`program-${name}`} what={title} codes={readExamples(name)} />
          </div>
        ))}
      </div>
    </Card>
  );
}

function EventReference() {
  return (
    <Card id="webhooks" title="Webhooks">
      <div className="flex flex-col gap-4">
        <p>
          Webhooks follow the Standard Webhooks specification, which has libraries for most languages. Verify
          the signature of the raw body and respond with a 2xx status within 10 seconds. An event can arrive
          more than once, with the same <code className="font-mono text-sm">webhook-id</code>. Failed
          deliveries are retried for about a day.
        </p>
        <div className="divide-y divide-line border-line border-y">
          {WEBHOOK_EVENTS.map(({ type, says, schema }) => (
            <ReferenceRow
              key={type}
              title={
                <>
                  <span className="font-mono">{type}</span>
                  <span className="block text-muted md:ml-3 md:inline">{says}</span>
                </>
              }
            >
              <SchemaFields schema={toJsonSchema(schema, "output", {})} />
            </ReferenceRow>
          ))}
        </div>
        <div>
          <h3 className="mb-2 font-medium text-sm">Receive and verify an event</h3>
          <CodeExamples name="verify" what="verify an event" codes={readExamples("webhook")} />
        </div>
      </div>
    </Card>
  );
}

const listErrorExamples = () => [
  { key: "plan", text: API_TEXTS.planRequired, means: "The body has no plan" },
  { key: "plan", text: API_TEXTS.planInvalid, means: "The plan doesn’t exist, or isn’t for sale right now" },
  { key: "mobile_number", text: API_TEXTS.numberRequired, means: "The body has no number" },
  {
    key: "mobile_number",
    text: describeInvalidNumber("x"),
    means: "The number isn’t a valid mobile number",
  },
  { key: "network", text: API_TEXTS.networkRequired, means: "The body has no network" },
  { key: "network", text: API_TEXTS.networkInvalid, means: "The network doesn’t exist" },
  { key: "network", text: API_TEXTS.networkOther, means: "The plan belongs to another network" },
  { key: "ref", text: API_TEXTS.refInvalid, means: "The reference is too long or has invalid characters" },
  { key: "ref", text: API_TEXTS.refMissing, means: "The address ends in a slash" },
  { key: "ref", text: API_TEXTS.refInQuery, means: "The address has a question mark" },
  { key: "ref", text: API_TEXTS.refInSlashes, means: "The base URL ends in a slash" },
  { key: "ref", text: API_TEXTS.refReused, means: "The reference belongs to another request" },
  { key: "amount", text: API_TEXTS.insufficient, means: "The wallet balance is too low" },
  {
    key: "status",
    text: API_TEXTS.serviceUnavailable,
    means: "Buying is paused. Try again later",
  },
  { key: "status", text: `${API_TEXTS.dailyLimit} …`, means: "The daily limit is reached" },
  { key: "status", text: API_TEXTS.restricted, means: "The account can’t buy" },
  { key: "status", text: API_TEXTS.negativeWallet, means: "The wallet balance is negative" },
];

/** The reasons for rejecting a purchase, each with its key of `errors`, and the statuses of operations. */
function ErrorReference() {
  return (
    <Card id="errors" title="Errors">
      <p className="mb-3">
        A rejected purchase returns status 422, with the message under a key of{" "}
        <code className="font-mono text-sm">errors</code>. You aren’t charged, and nothing is sent.
      </p>
      <div className="divide-y divide-line border-line border-y">
        <ReferenceRow title={<h3 className="font-medium">Messages of rejected purchases</h3>}>
          <dl className="divide-y divide-line">
            {listErrorExamples().map(({ key, text, means }) => (
              <div key={text} className="grid gap-x-4 py-2 md:grid-cols-[9rem_minmax(0,1fr)]">
                <dt className="font-mono text-sm">{key}</dt>
                <dd className="text-sm">
                  {text}
                  <span className="block text-muted">{means}</span>
                </dd>
              </div>
            ))}
          </dl>
        </ReferenceRow>
        <ReferenceRow title={<h3 className="font-medium">Statuses that any operation may return</h3>}>
          <dl className="divide-y divide-line">
            {Object.entries(COMMON_RESPONSES).map(([status, { says }]) => (
              <div key={status} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 py-2 text-sm">
                <dt className="font-mono">{status}</dt>
                <dd className="text-muted">
                  <Prose text={says} />
                </dd>
              </div>
            ))}
          </dl>
        </ReferenceRow>
      </div>
    </Card>
  );
}

function TestNumbers() {
  return (
    <Card id="test-tokens" title="Test tokens">
      <p className="mb-3">
        A test token uses the same URLs and gets the same responses, but nothing is charged or sent. The last
        four digits of the phone number choose the result. All other numbers are delivered at once. Test
        purchases take their price from a test balance, which you can reset under Tokens, and send their
        events to test webhooks.
      </p>
      <dl className="divide-y divide-line border-line border-y">
        {Object.entries(TEST_NUMBERS).map(([digits, { says }]) => (
          <div key={digits} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 py-2 text-sm">
            <dt className="font-mono">…{digits}</dt>
            <dd className="text-muted">{says}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
