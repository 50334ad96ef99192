import { leaveParentAction } from "#app/(reseller)/earn/agents/actions.ts";
import { cx } from "#app/ui/cx.ts";
import { Disclosure } from "#app/ui/disclosure";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { ROW_PADDING_CLASS, SettingsRow } from "#app/ui/settings-row";
import { Time } from "#app/ui/time";
import { getOwnParent } from "#lib/agent/list-agents";
import type { Ctx } from "#lib/core/context";

/** The parent of the reseller, and the way to leave; nothing for one who isn't. */
export async function ParentRow({ ctx, open }: { ctx: Ctx; open: string | undefined }) {
  const parent = await getOwnParent(ctx);
  if (!parent) return null;
  const { name, since, endsAt, inForce } = parent;
  return (
    <SettingsRow name="parent" title="Agent of" value={name} open={open}>
      <div className={cx(ROW_PADDING_CLASS, "grid max-w-md gap-3")}>
        <p>
          {inForce
            ? `You buy at the prices of ${name}, who earns a part of them.`
            : "You buy at your own level’s price now."}{" "}
          <span className="text-muted">
            Since <Time at={since} />.
            {endsAt && (
              <>
                {" "}
                It ends <Time at={endsAt} />.
              </>
            )}
          </span>
        </p>
        <Disclosure title={`Leave ${name}`}>
          <ActionForm
            id="leave"
            action={leaveParentAction}
            permalink="/settings?open=parent"
            className="gap-3"
          >
            <FormStatus />
            <p>
              From your next purchase you pay your own level’s price, which can be higher or lower. Your
              wallet, customers, shop and history stay. You can’t undo this: {name} would have to invite you
              again.
            </p>
            <SubmitButton variant="danger">Leave {name}</SubmitButton>
          </ActionForm>
        </Disclosure>
      </div>
    </SettingsRow>
  );
}
