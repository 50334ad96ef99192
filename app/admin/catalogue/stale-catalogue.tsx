import type { Catalogue } from "#lib/catalogue/catalogue";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";

/** Says that nothing is sold, because the list is too old. */
export function StaleCatalogue({ catalogue }: { catalogue: Catalogue }) {
  const { fresh, staleSince, failure } = catalogue;
  if (fresh) return null;
  return (
    <div className="mb-4">
      <Notice
        kind="warn"
        title="Nothing is sold: the list is too old"
        action={
          <ButtonLink variant="secondary" size="sm" href="/admin/system">
            See the system
          </ButtonLink>
        }
      >
        {staleSince ? (
          <>
            The last one came <Time at={staleSince} />.
          </>
        ) : (
          "None came yet."
        )}{" "}
        {failure}
      </Notice>
    </div>
  );
}
