import { SearchX, Tags } from "lucide-react";
import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { EmptyState } from "#app/ui/list/empty-state";
import { TabBar } from "#app/ui/page/tab-bar";
import type { PlanListView } from "#lib/catalogue/list-plans";

/** Lists what an admin switched off, with their message. */
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

/** Shown when no plan matches the filters, or none is on sale at all. */
export function NoPlans({ filtered }: { filtered: boolean }) {
  return (
    <Card>
      {filtered ? (
        <EmptyState
          icon={SearchX}
          title="No matching plans"
          action={
            <ButtonLink href={PRICE_LIST_PATH} variant="secondary">
              Show all plans
            </ButtonLink>
          }
        >
          Try fewer words (“1 GB”), another network or a wider price range.
        </EmptyState>
      ) : (
        <EmptyState
          icon={Tags}
          title="No plans for sale right now"
          action={
            <ButtonLink href={PRICE_LIST_PATH} variant="secondary">
              Check again
            </ButtonLink>
          }
        >
          We check for new prices every minute. Plans show here as soon as they arrive.
        </EmptyState>
      )}
    </Card>
  );
}

/** The price list is a view of the buy page; its filters follow in the query. */
export const PRICE_LIST_PATH = "/buy?view=plans";

const TABS = [
  { href: "/buy", label: "Quick buy" },
  { href: PRICE_LIST_PATH, label: "All plans" },
] as const;

export function BuyTabs({ current }: { current: (typeof TABS)[number]["href"] }) {
  return <TabBar label="Buy data" tabs={TABS} current={current} />;
}
