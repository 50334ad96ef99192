import { AdminDialog } from "#app/admin/admin-form";
import { CreatedLinkResult } from "#app/admin/created-link";
import { renewPasswordLinkAction } from "#app/admin/resellers/actions.ts";
import { setReferrerAction } from "#app/admin/resellers/referrals/actions.ts";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { MoreActions } from "#app/ui/more-actions";
import type { ResellerAccount } from "#lib/account/reseller/read-resellers";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import {
  changeLevelAction,
  closeResellerAction,
  liftRestrictionAction,
  restrictResellerAction,
  setDailyLimitAction,
  setLowWalletThresholdAction,
  setMessagePayerAction,
  setOperatorCollectionAction,
} from "./actions.ts";

/** The actions on a reseller behind one button. Each form carries the version that it was rendered from. */
export function ResellerActions({ reseller }: { reseller: ResellerAccount }) {
  const { id, name, level, state, dailyLimit, adminLowBalanceThreshold, collects, messagePayer, version } =
    reseller;
  const hidden = { resellerId: id, version };
  const same = {
    needs: "resellers",
    look: { variant: "quiet", size: "sm", wide: true },
    hidden,
    cancel: "Close",
    submitLook: "primary",
  } as const;
  if (state === "closed") return null;
  return (
    <MoreActions>
      <AdminDialog
        {...same}
        trigger="Level"
        title="Change level"
        id="level"
        action={changeLevelAction}
        submit="Change level"
      >
        <Select
          label="Level"
          name="level"
          options={LEVEL_LABELS}
          defaultValue={level}
          hint="Its prices apply to the next purchase. At level API, resellers create their own tokens."
        />
      </AdminDialog>
      <AdminDialog
        {...same}
        trigger="Daily limit"
        title="Change daily limit"
        id="limit"
        action={setDailyLimitAction}
        submit="Change daily limit"
      >
        <Input
          label="Daily limit"
          name="limit"
          {...toAmountField(dailyLimit)}
          hint="Leave empty for no limit."
        />
      </AdminDialog>
      <AdminDialog
        {...same}
        trigger="Low wallet"
        title="Change low-wallet threshold"
        about={`Admins are alerted below this balance. ${name} sets their own threshold in their settings.`}
        id="low"
        action={setLowWalletThresholdAction}
        submit="Change threshold"
      >
        <Input
          label="Low-wallet threshold"
          name="below"
          {...toAmountField(adminLowBalanceThreshold)}
          hint="Leave empty for no alert."
        />
      </AdminDialog>
      <AdminDialog
        {...same}
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
      <AdminDialog
        {...same}
        trigger="Message payer"
        title="Change message payer"
        about="The payer of SMS and WhatsApp messages to the customers of this reseller’s shop."
        id="message-payer"
        action={setMessagePayerAction}
        submit="Change message payer"
      >
        <Select
          label="Paid by"
          name="payer"
          options={{
            "": "As in the message settings",
            operator: "You",
            wallet: "The reseller, from the wallet",
          }}
          defaultValue={messagePayer ?? ""}
        />
      </AdminDialog>
      <AdminDialog
        {...same}
        trigger="Referrer"
        title={`Set referrer of ${name}`}
        about="Within 30 days of joining, once. Current referral settings apply."
        id="referrer"
        action={setReferrerAction}
        hidden={{ resellerId: id }}
        submit="Set referrer"
      >
        <Input label="Referrer’s email" name="email" type="email" autoComplete="off" />
      </AdminDialog>
      <AdminDialog
        {...same}
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
        <AdminDialog
          key="restrict"
          {...same}
          trigger="Restrict"
          title={`Restrict ${name}?`}
          about="They can sign in but not buy, and are asked to submit their KYC documents. Queued purchases are cancelled and refunded. Sent purchases finish."
          id="restrict"
          action={restrictResellerAction}
          submit="Restrict"
          submitLook="danger"
        />
      ) : (
        <AdminDialog
          key="lift"
          {...same}
          trigger="Lift restriction"
          title={`Lift the restriction of ${name}?`}
          id="lift"
          action={liftRestrictionAction}
          submit="Lift restriction"
        />
      )}
      <AdminDialog
        {...same}
        trigger="Close"
        look={{ variant: "danger", size: "sm", wide: true }}
        title={`Close the account of ${name}?`}
        about="Sign-in and tokens stop working. Queued purchases are cancelled and refunded. You still owe the wallet’s balance. This can’t be undone."
        id="close"
        action={closeResellerAction}
        submit="Close account"
        submitLook="danger"
      />
    </MoreActions>
  );
}

const toAmountField = (amount: Minor | null) => ({
  autoComplete: "off",
  inputMode: "decimal" as const,
  defaultValue: amount === null ? "" : formatDecimal(amount),
});
