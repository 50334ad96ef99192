import { LANGUAGES } from "#lib/api/examples";
import { jsonSchema } from "#lib/api/json-schema";
import { MESSAGES } from "#lib/api/messages";
import { verifyExample } from "#lib/api/verify-examples";
import { Card } from "../../../ui/card.tsx";
import { CodeFolds } from "./code-folds.tsx";
import { Fields } from "./fields.tsx";

const VERIFIED = LANGUAGES.filter((language) => language !== "curl").map((language) => ({
  language,
  code: verifyExample(language, "whsec_YOUR_SECRET"),
}));

/** What webhooks tell, and how to know that it is true. */
export function Events() {
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
