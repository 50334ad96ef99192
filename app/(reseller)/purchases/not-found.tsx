import { SearchX } from "lucide-react";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

export default function NotFound() {
  return (
    <EmptyState
      icon={SearchX}
      title="This purchase does not exist"
      action={<ButtonLink href="/purchases">See your purchases</ButtonLink>}
    >
      The address may be cut off. Search your purchases by its number or reference.
    </EmptyState>
  );
}
