import { MapPinOff } from "lucide-react";
import { ButtonLink } from "./button-link.tsx";
import { EmptyState } from "./empty-state.tsx";

/** What a page says that does not exist, or not for its reader. */
export function Missing({ home = "/" }: { home?: string }) {
  return (
    <EmptyState
      wholePage
      icon={MapPinOff}
      title="This page does not exist"
      action={<ButtonLink href={home}>Go home</ButtonLink>}
    >
      The address may be mistyped, or what was here has moved.
    </EmptyState>
  );
}
