import { Receipt, SearchX } from "lucide-react";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";

/** Nobody bought anything yet, or nothing that the filters find. */
export function NothingHere({ filtered }: { filtered: boolean }) {
  if (!filtered) {
    return (
      <Card>
        <EmptyState icon={Receipt} title="Nothing was bought yet">
          Every reseller's purchases are here as they happen, with cost, margin and the raw answers.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title="Nothing matches"
        action={
          <ButtonLink href="/admin/purchases" variant="secondary">
            Show all purchases
          </ButtonLink>
        }
      >
        Numbers, idents, refs, e-mails and upstream ids are found when they are typed whole.
      </EmptyState>
    </Card>
  );
}
