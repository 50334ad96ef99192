import { ButtonLink } from "#app/ui/button-link";
import { SearchX } from "#app/ui/icon/icons.ts";
import { EmptyState } from "#app/ui/list/empty-state";

export default function NotFound() {
  return (
    <EmptyState
      wholePage
      icon={SearchX}
      title="This purchase doesn’t exist"
      action={<ButtonLink href="/admin/purchases">All purchases</ButtonLink>}
    >
      The address may be incomplete. Search by phone number, reference, email or supplier’s ID.
    </EmptyState>
  );
}
