import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import { Time } from "#app/ui/time";
import type { Catalogue } from "#lib/catalogue/catalogue";

/** Warns that nothing is sold, because the plan list is too old. */
export function StaleCatalogue({ catalogue }: { catalogue: Catalogue }) {
  const { fresh, staleSince, failure } = catalogue;
  if (fresh) return null;
  return (
    <div className="mb-4">
      <Banner
        kind="warn"
        title="No plans are sold: the plan list is too old"
        action={
          <ButtonLink variant="secondary" size="sm" href="/admin/system">
            Open System
          </ButtonLink>
        }
      >
        {staleSince ? (
          <>
            The last list arrived <Time at={staleSince} />.
          </>
        ) : (
          "No list arrived yet."
        )}{" "}
        {failure}
      </Banner>
    </div>
  );
}
