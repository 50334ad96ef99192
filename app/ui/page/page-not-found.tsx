import { buttonClass } from "#app/ui/button-class.ts";
import { MapPinOff } from "#app/ui/icon/icons.ts";
import { EmptyState } from "#app/ui/list/empty-state";

export function PageNotFound({ home = "/" }: { home?: string }) {
  return (
    <EmptyState
      wholePage
      icon={MapPinOff}
      title="Page not found"
      action={
        // A plain link: every page carries this one, and need not carry the router's link for it.
        <a href={home} className={buttonClass({})}>
          Go to home page
        </a>
      }
    >
      The address may be wrong, or the page has moved.
    </EmptyState>
  );
}
