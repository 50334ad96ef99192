import { SearchX, Tags } from "lucide-react";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Shown when no plan matches the filters, or none is on sale at all. */
export function NoPlans({ filtered }: { filtered: boolean }) {
  return (
    <Card>
      {filtered ? (
        <EmptyState
          icon={SearchX}
          title="No plan fits"
          action={
            <ButtonLink href="/plans" variant="secondary">
              Show all plans
            </ButtonLink>
          }
        >
          Try fewer words (“1 GB”), another network or a wider price.
        </EmptyState>
      ) : (
        <EmptyState
          icon={Tags}
          title="No plans are on sale right now"
          action={
            <ButtonLink href="/plans" variant="secondary">
              Look again
            </ButtonLink>
          }
        >
          The price list is asked for every minute. As soon as it is here, this page shows it.
        </EmptyState>
      )}
    </Card>
  );
}
