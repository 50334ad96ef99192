import { Receipt, SearchX } from "lucide-react";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";

/** Never bought anything, or nothing that the filters find: two different things. */
export function NothingHere({ filtered, paged }: { filtered: boolean; paged: boolean }) {
  if (filtered || paged) {
    return (
      <Card>
        <EmptyState
          icon={SearchX}
          title="Nothing matches"
          action={
            <ButtonLink href="/purchases" variant="secondary">
              Show all purchases
            </ButtonLink>
          }
        >
          Numbers and references are found when they are typed whole.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState
        icon={Receipt}
        title="You have not bought anything yet"
        action={<ButtonLink href="/buy">Buy data</ButtonLink>}
      >
        Every purchase is kept here: when it was delivered, what it cost, and its receipt.
      </EmptyState>
    </Card>
  );
}
