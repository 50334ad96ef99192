import { Banner } from "#app/ui/banner";
import { SearchX, Tags } from "#app/ui/icon/icons.ts";
import { EmptyCard } from "#app/ui/list/list-page";
import { TabBar } from "#app/ui/page/tab-bar";
import { Time } from "#app/ui/time";
import type { PlanListView } from "#lib/catalogue/list-plans";
import { type Ctx, mayHelp } from "#lib/core/context";
import type { PausedType } from "#lib/outage/list-paused-types";

/** Lists what an admin turned off, with their message. */
export function OffBanner({ off }: { off: PlanListView["off"] }) {
  if (off.length === 0) return null;
  return (
    <div className="mb-4 grid gap-2">
      {off.map(({ what, message }) => (
        <Banner
          key={what}
          kind="warn"
          title={what ? `${what} isn’t available right now` : "Buying is paused right now"}
        >
          {message}
        </Banner>
      ))}
    </div>
  );
}

/** Says which plan types aren't delivered now, before anything is chosen, and what to expect. */
export function PausedBanner({ paused }: { paused: readonly PausedType[] }) {
  if (paused.length === 0) return null;
  return (
    <div className="mb-4 grid gap-2">
      {paused.map(({ networkId, typeId, what, since, probeAt, isTryable }) => (
        <Banner key={`${networkId} ${typeId}`} kind="warn" title={`${what} isn’t being delivered right now`}>
          Purchases have failed since <Time at={since} />.{" "}
          {isTryable
            ? "You can try one: if it isn’t delivered, it’s refunded automatically."
            : "It’s back here when it can be delivered. Other types work as usual."}
          {probeAt && !isTryable && (
            <>
              {" "}
              Check again <Time at={probeAt} />.
            </>
          )}
        </Banner>
      ))}
    </div>
  );
}

/** Says the same where things are bought later. `text`: what happens to them meanwhile. */
export function PausedNote({ paused, text }: { paused: readonly PausedType[]; text: string }) {
  if (paused.length === 0) return null;
  return (
    <Banner
      className="mb-4"
      kind="warn"
      title={`Not delivered right now: ${paused.map(({ what }) => what).join(", ")}`}
    >
      {text}
    </Banner>
  );
}

/** Shown when no plan matches the filters, or none is on sale at all. */
export function NoPlans({ filtered, path = "/prices" }: { filtered: boolean; path?: string }) {
  return filtered ? (
    <EmptyCard
      icon={SearchX}
      title="No matching plans"
      text="Try fewer words (“1 GB”), another network or a wider price range."
      action={{ href: path, label: "Show all plans", quiet: true }}
    />
  ) : (
    <EmptyCard
      icon={Tags}
      title="No plans for sale right now"
      text="We check for new prices every minute. Plans show here as soon as they arrive."
      action={{ href: path, label: "Check again", quiet: true }}
    />
  );
}

const TABS = [
  { href: "/buy", label: "Quick buy" },
  { href: "/prices", label: "Prices" },
  { href: "/batches", label: "Buy a batch" },
] as const;

/** Of the ways to buy, those that are open to the reader; none where there is one. */
export function BuyTabs({ ctx, current }: { ctx: Ctx; current: (typeof TABS)[number]["href"] }) {
  if (!mayHelp(ctx, "batches")) return null;
  // The price list shows the owner’s prices.
  const tabs = ctx.actor.kind === "helper" ? TABS.filter(({ href }) => href !== "/prices") : TABS;
  return <TabBar label="Buy data" tabs={tabs} current={current} />;
}
