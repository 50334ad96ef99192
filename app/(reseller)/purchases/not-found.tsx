import { ButtonLink } from "#app/ui/button-link";
import { SearchX } from "#app/ui/icon/icons.ts";
import { EmptyState } from "#app/ui/list/empty-state";

export default function NotFound() {
  return (
    <EmptyState
      wholePage
      icon={SearchX}
      title="Purchase not found"
      action={<ButtonLink href="/purchases">View purchases</ButtonLink>}
    >
      The link may be incomplete. Search your purchases by phone number or reference.
    </EmptyState>
  );
}
