import type { Metadata } from "next";
import { LANGUAGES } from "#lib/api/examples";
import { jsonSchema } from "#lib/api/json-schema";
import { MESSAGES } from "#lib/api/messages";
import { openapi } from "#lib/api/openapi";
import { OPERATIONS } from "#lib/api/operations";
import { TEST_NUMBERS } from "#lib/api/test-mode/outcomes";
import { TEXTS } from "#lib/api/texts";
import { verifyExample } from "#lib/api/verify-examples";
import { env } from "#lib/core/env";
import { noNumber } from "#lib/purchase/place/recipient";
import { requireResellerPage } from "#lib/web/actor";
import { buttonClass } from "../../../ui/button-class.ts";
import { Card } from "../../../ui/card.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { Tabs } from "../tabs.tsx";
import { CodeFolds } from "./code-folds.tsx";
import { Fields } from "./fields.tsx";
import { Operation, Shapes } from "./operation.tsx";

export const metadata: Metadata = { title: "Reference" };

export default async function ReferencePage() {
  const { session } = await requireResellerPage();
  const level = session.actor.kind === "reseller" ? session.actor.level : "api";
  const base = env().NEXTAUTH_URL.replace(/\/$/, "");
  return (
    <>
      <PageHeader title="Developers" lead="Everything that your program can ask for">
        <a href="/api/openapi.json" className={buttonClass({ variant: "secondary" })}>
          OpenAPI file
        </a>
      </PageHeader>
      <Tabs at="/developers/reference" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Card title="To begin with">
          <div className="flex flex-col gap-3">
            <p>
              All addresses begin with <code className="break-all font-mono text-sm">{base}</code>. Send your
              token with each call, as{" "}
              <code className="font-mono text-sm">Authorization: Bearer YOUR_TOKEN</code>.
            </p>
            <p>
              30 purchases and, apart from them, 600 reads a minute are taken, over all your tokens;{" "}
              <code className="font-mono text-sm">RateLimit-*</code> headers say how many are left.
            </p>
            <p>
              A purchase is charged the price of your level:{" "}
              <code className="font-mono text-sm">{`${level}_amount`}</code> of the filtered list, not{" "}
              <code className="font-mono text-sm">amount</code>, which is the standard price.
            </p>
            <ul className="flex flex-wrap gap-x-4">
              {OPERATIONS.map(({ id, title }) => (
                <li key={id}>
                  <PageLink
                    href={`#${id}`}
                    className="inline-flex min-h-11 items-center font-medium text-accent text-sm hover:underline"
                  >
                    {title}
                  </PageLink>
                </li>
              ))}
            </ul>
          </div>
        </Card>
        {OPERATIONS.map((operation) => (
          <Operation key={operation.id} operation={operation} base={base} />
        ))}
        <Refusals />
        <Events />
        <TestNumbers />
        <Shapes schemas={openapi().components.schemas} />
      </div>
    </>
  );
}

const VERIFIED = LANGUAGES.filter((language) => language !== "curl").map((language) => ({
  language,
  code: verifyExample(language, "whsec_YOUR_SECRET"),
}));

/** What webhooks tell, and how to know that it is true. */
function Events() {
  return (
    <Card title="Webhooks">
      <div className="flex flex-col gap-4">
        <p>
          Messages follow Standard Webhooks, which has libraries for most languages. Check the signature over
          the body as it came, answer with a 2xx status within 10 seconds, and expect a message more than
          once: its <code className="font-mono text-sm">webhook-id</code> stays the same. What is not taken is
          tried again for about a day.
        </p>
        <div className="divide-y divide-line border-line border-y">
          {MESSAGES.map(({ type, says, schema }) => (
            <details key={type}>
              <summary className="min-h-11 cursor-pointer py-2.5 text-sm">
                <span className="font-mono">{type}</span>
                <span className="block text-muted md:ml-3 md:inline">{says}</span>
              </summary>
              <div className="pb-3">
                <Fields schema={jsonSchema(schema, "output", {})} />
              </div>
            </details>
          ))}
        </div>
        <div>
          <h3 className="mb-2 font-medium text-sm">Checking a message</h3>
          <CodeFolds name="verify" what="checking a message" codes={VERIFIED} />
        </div>
      </div>
    </Card>
  );
}

const refusals = () => [
  { key: "plan", words: TEXTS.planRequired, means: "The body has no plan" },
  { key: "plan", words: TEXTS.planInvalid, means: "The plan does not exist, or is not sold now" },
  { key: "mobile_number", words: TEXTS.numberRequired, means: "The body has no number" },
  { key: "mobile_number", words: noNumber("x"), means: "The number cannot be read, or is no mobile number" },
  { key: "network", words: TEXTS.networkRequired, means: "The body has no network" },
  { key: "network", words: TEXTS.networkInvalid, means: "There is no such network" },
  { key: "network", words: TEXTS.networkOther, means: "The plan is one of another network" },
  { key: "ref", words: TEXTS.refInvalid, means: "The reference is too long, or has other characters" },
  { key: "ref", words: TEXTS.refMissing, means: "The address ends in a slash" },
  { key: "ref", words: TEXTS.refInQuery, means: "The address has a question mark" },
  { key: "ref", words: TEXTS.refReused, means: "The reference belongs to another request" },
  { key: "amount", words: TEXTS.insufficient, means: "The wallet holds too little" },
  { key: "status", words: TEXTS.serviceUnavailable, means: "Nothing is sold at the moment: try again later" },
  { key: "status", words: `${TEXTS.dailyLimit} …`, means: "Today's limit is reached" },
  { key: "status", words: TEXTS.restricted, means: "The account may not buy" },
  { key: "status", words: TEXTS.negativeWallet, means: "The wallet is below zero" },
];

/** Why a purchase can be refused: status 422, with the words under their key of `errors`. */
function Refusals() {
  return (
    <Card title="Why a purchase is refused">
      <p className="mb-3">
        With status 422, and the words under a key of <code className="font-mono text-sm">errors</code>.
        Nothing was charged or sent.
      </p>
      <dl className="divide-y divide-line border-line border-y">
        {refusals().map(({ key, words, means }) => (
          <div key={words} className="grid gap-x-4 py-2 md:grid-cols-[9rem_minmax(0,1fr)]">
            <dt className="font-mono text-sm">{key}</dt>
            <dd className="text-sm">
              {words}
              <span className="block text-muted">{means}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** What a test token's numbers do. */
function TestNumbers() {
  return (
    <Card title="Try it without money">
      <p className="mb-3">
        A test token has the same addresses and answers. Nothing is charged or sent; the last four digits of
        the number choose what happens. Any other number is delivered at once. Test purchases send no
        webhooks.
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
