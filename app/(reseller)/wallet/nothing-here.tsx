import { SearchX, Wallet } from "lucide-react";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** No money ever moved, or none that the filters find. */
export function NothingHere({ filtered }: { filtered: boolean }) {
  return (
    <Card>
      {filtered ? (
        <EmptyState
          icon={SearchX}
          title="Nothing matches"
          action={
            <ButtonLink href="/wallet" variant="secondary">
              Show everything
            </ButtonLink>
          }
        >
          No money moved in this way at that time.
        </EmptyState>
      ) : (
        <EmptyState
          icon={Wallet}
          title="No money moved yet"
          action={<ButtonLink href="/wallet/fund">Add money</ButtonLink>}
        >
          Every amount that comes in or goes out is kept here, with the balance after it.
        </EmptyState>
      )}
    </Card>
  );
}
