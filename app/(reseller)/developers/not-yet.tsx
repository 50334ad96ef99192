import { Plug } from "lucide-react";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** For resellers of other levels: what this is, and how to get it. */
export function NotYet() {
  return (
    <Card>
      <EmptyState
        icon={Plug}
        title="Connect your own program"
        action={
          <ButtonLink href="/developers/reference" variant="secondary">
            See what it can do
          </ButtonLink>
        }
      >
        Your website or app can list plans and buy by itself. This comes with the API level: ask us to move
        your account to it, and you make your tokens here.
      </EmptyState>
    </Card>
  );
}
