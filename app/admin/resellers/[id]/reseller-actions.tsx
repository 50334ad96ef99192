import type { ComponentProps, ReactNode } from "react";
import { AdminForm } from "#app/admin/admin-form";
import { CreatedLinkResult } from "#app/admin/created-link";
import { renewPasswordLinkAction } from "#app/admin/resellers/actions.ts";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import type { ResellerAccount } from "#lib/account/reseller/read-resellers";
import { formatDecimal } from "#lib/core/money/money";
import {
  changeLevelAction,
  closeResellerAction,
  liftRestrictionAction,
  restrictResellerAction,
  setDailyLimitAction,
  setLowWalletThresholdAction,
  setOperatorCollectionAction,
} from "./actions.ts";

/** The actions on a reseller. Each form carries the version that it was rendered from. */
export function ResellerActions({ reseller }: { reseller: ResellerAccount }) {
  const { id, name, level, state, dailyLimit, adminLowBalanceThreshold, collects, version } = reseller;
  const hidden = { resellerId: id, version };
  if (state === "closed") return null;
  return (
    <>
      <ResellerAction
        trigger="Level"
        title="Change level"
        id="level"
        action={changeLevelAction}
        hidden={hidden}
        submit="Change level"
      >
        <Select
          label="Level"
          name="level"
          options={LEVEL_LABELS}
          defaultValue={level}
          hint="Its prices apply to the next purchase. At level API, resellers create their own tokens."
        />
      </ResellerAction>
      <ResellerAction
        trigger="Daily limit"
        title="Change daily limit"
        id="limit"
        action={setDailyLimitAction}
        hidden={hidden}
        submit="Change daily limit"
      >
        <Input
          label="Daily limit"
          name="limit"
          autoComplete="off"
          inputMode="decimal"
          defaultValue={dailyLimit === null ? "" : formatDecimal(dailyLimit)}
          hint="Leave empty for no limit."
        />
      </ResellerAction>
      <ResellerAction
        trigger="Low wallet"
        title="Change low-wallet threshold"
        about={`Admins are alerted below this balance. ${name} sets their own threshold in their settings.`}
        id="low"
        action={setLowWalletThresholdAction}
        hidden={hidden}
        submit="Change threshold"
      >
        <Input
          label="Low-wallet threshold"
          name="below"
          autoComplete="off"
          inputMode="decimal"
          defaultValue={adminLowBalanceThreshold === null ? "" : formatDecimal(adminLowBalanceThreshold)}
          hint="Leave empty for no alert."
        />
      </ResellerAction>
      <ResellerAction
        trigger="Operator collection"
        title={collects ? "Disallow operator collection" : "Allow operator collection"}
        about={
          collects
            ? "Customers of the shop can pay into your account. Payments are credited to the reseller’s wallet, less the fee."
            : "Customers of the shop can’t pay into your account. When allowed, payments are credited to the reseller’s wallet, less the fee."
        }
        id="collects"
        action={setOperatorCollectionAction}
        hidden={{ ...hidden, collects: collects ? "no" : "yes" }}
        submit={collects ? "Disallow collection" : "Allow collection"}
      />
      <ResellerAction
        trigger="Password link"
        title={`Password link for ${name}`}
        id="link"
        action={renewPasswordLinkAction}
        hidden={{ resellerId: id }}
        reasonHint="Earlier links stop working. The current password works until they choose a new one."
        submit="Create password link"
        answer={<CreatedLinkResult />}
      />
      {state === "active" ? (
        <ResellerAction
          key="restrict"
          trigger="Restrict"
          title={`Restrict ${name}?`}
          about="They can sign in but not buy, and are asked to submit their KYC documents. Queued purchases are cancelled and refunded. Sent purchases finish."
          id="restrict"
          action={restrictResellerAction}
          hidden={hidden}
          submit="Restrict"
          danger
        />
      ) : (
        <ResellerAction
          key="lift"
          trigger="Lift restriction"
          title={`Lift the restriction of ${name}?`}
          id="lift"
          action={liftRestrictionAction}
          hidden={hidden}
          submit="Lift restriction"
        />
      )}
      <ResellerAction
        trigger="Close"
        look={{ variant: "danger" }}
        title={`Close the account of ${name}?`}
        about="Sign-in and tokens stop working. Queued purchases are cancelled and refunded. You still owe the wallet’s balance. This can’t be undone."
        id="close"
        action={closeResellerAction}
        hidden={hidden}
        submit="Close account"
        danger
      />
    </>
  );
}

type ResellerActionProps<R> = Omit<ComponentProps<typeof AdminForm<R>>, "needs" | "look"> &
  Pick<ComponentProps<typeof ConfirmDialog>, "trigger" | "look" | "title"> & {
    /** The effect of the action. */
    about?: ReactNode;
    /** It takes something away. */
    danger?: boolean;
  };

/** A button whose dialog holds the form of the action. */
function ResellerAction<R>({ trigger, look, title, about, danger, ...form }: ResellerActionProps<R>) {
  return (
    <ConfirmDialog trigger={trigger} {...(look && { look })} title={title} cancel="Done">
      {about && <p>{about}</p>}
      <AdminForm needs="resellers" look={{ variant: danger ? "danger" : "primary", wide: true }} {...form} />
    </ConfirmDialog>
  );
}
