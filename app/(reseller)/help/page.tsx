import { getPageFrame } from "#app/(reseller)/page-frame.ts";
import { ButtonLink } from "#app/ui/button-link";
import { ChevronDown } from "#app/ui/icon/icons.ts";
import { ContactSupport } from "#app/ui/page/contact-support";
import { HelpPopover } from "#app/ui/page/help-popover";
import { HELP_TOPICS, type HelpTopic } from "#app/ui/page/help-topics.ts";
import { PageHeader } from "#app/ui/page/page-header";
import { requireResellerPage } from "#lib/request/actor";
import { SITUATIONS, type Situation } from "./situations.ts";

export const metadata = { title: "Help" };

/** Lists the frequent situations with their steps, the way to support, and other questions. Works without script. */
export default async function HelpPage() {
  const { ctx } = await requireResellerPage("sell");
  const isHelper = ctx.actor.kind === "helper";
  const { parent } = await getPageFrame(ctx);
  const situations = SITUATIONS.filter(({ isOwners }) => !(isHelper && isOwners));
  return (
    <>
      <PageHeader title="Help" />
      <div className="grid max-w-2xl gap-6">
        <div className="divide-y divide-line overflow-hidden border-line border-y bg-surface max-md:-mx-4 md:rounded-lg md:border">
          {situations.map((situation) => (
            <SituationRow key={situation.title} situation={situation} />
          ))}
        </div>
        <section aria-labelledby="support">
          <h2 id="support" className="mb-1 font-semibold">
            Still not solved?
          </h2>
          <div className="text-muted">
            {parent && (
              <p className="mb-2">
                You’re an agent of {parent}: ask them first about prices and money between you. They can’t see
                your customers or selling prices.
              </p>
            )}
            {isHelper ? (
              <p>Ask the owner of the shop. They see every purchase, and can reach support.</p>
            ) : (
              <ContactSupport
                otherwise={
                  <p>
                    Open the purchase and choose Report a delivery issue: support replies there. For anything
                    else, ask the person who opened your account.
                  </p>
                }
              >
                with the reference of the purchase or payment
              </ContactSupport>
            )}
          </div>
        </section>
        {!isHelper && (
          <section aria-labelledby="questions">
            <h2 id="questions" className="mb-1 font-semibold">
              Other questions
            </h2>
            {OTHER_TOPICS.map((topic) => (
              <HelpPopover key={topic} about={topic} />
            ))}
          </section>
        )}
      </div>
    </>
  );
}

const OTHER_TOPICS = (Object.keys(HELP_TOPICS) as HelpTopic[]).filter(
  (topic) => !SITUATIONS.some(({ topics }) => topics.includes(topic)),
);

/** One is open at a time. */
function SituationRow({ situation: { title, steps, topics, link } }: { situation: Situation }) {
  return (
    <details name="situation" className="group">
      <summary className="flex min-h-14 cursor-pointer items-center gap-3 px-4 hover:bg-sunken/60 md:px-5">
        <h2 className="flex-1 font-medium">{title}</h2>
        <ChevronDown className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none" />
      </summary>
      <div className="grid gap-4 px-4 pt-1 pb-5 md:px-5">
        <ol className="grid list-decimal gap-2 pl-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <ButtonLink href={link.href} variant="secondary" className="justify-self-start">
          {link.label}
        </ButtonLink>
        {topics.length > 0 && (
          <div className="-mb-3">
            {topics.map((topic) => (
              <HelpPopover key={topic} about={topic} />
            ))}
          </div>
        )}
      </div>
    </details>
  );
}
