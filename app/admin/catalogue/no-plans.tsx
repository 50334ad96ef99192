import { PackageOpen, SearchX } from "lucide-react";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** No plan was ever listed, or none that the filters find. */
export function NoPlans({ filtered }: { filtered: boolean }) {
  return (
    <Card>
      {filtered ? (
        <EmptyState
          icon={SearchX}
          title="No plan fits"
          action={
            <ButtonLink href="/admin/catalogue" variant="secondary">
              Show all plans
            </ButtonLink>
          }
        >
          Try fewer words (“1 GB weekly”), a plan's number (“#12”), or another network.
        </EmptyState>
      ) : (
        <EmptyState
          icon={PackageOpen}
          title="No list came yet"
          action={
            <ButtonLink href="/admin/system" variant="secondary">
              See the system
            </ButtonLink>
          }
        >
          The upstream's plans are asked for every minute, and are here as soon as they come.
        </EmptyState>
      )}
    </Card>
  );
}
