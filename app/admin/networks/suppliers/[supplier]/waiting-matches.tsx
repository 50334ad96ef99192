import { AdminForm } from "#app/admin/admin-form";
import { confirmMatchesAction } from "#app/admin/networks/suppliers/actions.ts";
import { Card } from "#app/ui/card";
import { PageLink } from "#app/ui/page/page-link";
import type { Ctx } from "#lib/core/context";
import { readWaitingMatches } from "#lib/supplier/confirm-matches";

/** The matches of a new supplier, which an admin confirms together. */
export async function WaitingMatches({ ctx, supplierId }: { ctx: Ctx; supplierId: number }) {
  const waiting = await readWaitingMatches(ctx, { supplierId });
  if (!waiting) return null;
  const { count, fingerprint } = waiting;
  return (
    <Card title="Matches to confirm" className="mb-5">
      <p className="mb-4 max-w-prose">
        {count === 1 ? "1 plan was" : `${count} plans were`} matched because the texts are the same. Nothing
        is bought by them until you confirm them: a buyer of your plan gets this supplier’s.{" "}
        <PageLink
          href={`/admin/networks/suppliers/${supplierId}?state=plan`}
          className="underline underline-offset-4"
        >
          Compare them
        </PageLink>{" "}
        first. Later matches with the same texts are confirmed automatically.
      </p>
      <AdminForm
        needs="prices"
        id="confirm-matches"
        action={confirmMatchesAction}
        hidden={{ supplierId, fingerprint }}
        reasonLabel={null}
        submit={count === 1 ? "Confirm match" : `Confirm ${count} matches`}
      />
    </Card>
  );
}
