import { MapPinOff } from "lucide-react";
import { buttonClass } from "./button-class.ts";
import { EmptyState } from "./empty-state.tsx";

/** Shown when a page does not exist, or not for its reader. */
export function Missing({ home = "/" }: { home?: string }) {
  return (
    <EmptyState
      wholePage
      icon={MapPinOff}
      title="This page does not exist"
      action={
        // A plain link: every page carries this one, and need not carry the router's link for it.
        <a href={home} className={buttonClass({})}>
          Go home
        </a>
      }
    >
      The address may be mistyped, or what was here has moved.
    </EmptyState>
  );
}
