import type { ComponentProps, ReactNode } from "react";
import type { ResellerAccount } from "#lib/account/reseller/list";
import { decimalText } from "#lib/core/money";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { LEVEL_OPTIONS } from "../../../ui/words.ts";
import { DeskForm } from "../../desk-form.tsx";
import { LinkAnswer } from "../../made-link.tsx";
import { renewLink } from "../link-actions.ts";
import { close, lift, restrict, setCollecting, setLevel, setLimit, setLow } from "./actions.ts";

/** What can be done to a reseller. Each form carries the version that it was made from. */
export function Acts({ reseller }: { reseller: ResellerAccount }) {
  const { id, name, level, state, dailyLimit, deskLowBelow, collects, version } = reseller;
  const hidden = { resellerId: id, version };
  if (state === "closed") return null;
  return (
    <>
      <Act
        trigger="Level"
        title="Change the level"
        id="level"
        action={setLevel}
        hidden={hidden}
        submit="Change"
      >
        <Select
          label="Level"
          name="level"
          options={LEVEL_OPTIONS}
          defaultValue={level}
          hint="Its prices hold from the next purchase on. At level API they make their own tokens."
        />
      </Act>
      <Act
        trigger="Daily limit"
        title="Change the daily limit"
        id="limit"
        action={setLimit}
        hidden={hidden}
        submit="Change"
      >
        <Input
          label="The most they may spend in a day"
          name="limit"
          autoComplete="off"
          inputMode="decimal"
          defaultValue={dailyLimit === null ? "" : decimalText(dailyLimit)}
          hint="Leave it empty for no limit."
        />
      </Act>
      <Act
        trigger="Low wallet"
        title={`When is the wallet of ${name} low?`}
        about={`The desk is told below this balance. What ${name} wants to be told themselves is their own choice.`}
        id="low"
        action={setLow}
        hidden={hidden}
        submit="Change"
      >
        <Input
          label="Tell the desk below"
          name="below"
          autoComplete="off"
          inputMode="decimal"
          defaultValue={deskLowBelow === null ? "" : decimalText(deskLowBelow)}
          hint="Leave it empty for never."
        />
      </Act>
      <Act
        trigger="Shop payments"
        title="Payments of their shop"
        about={
          collects
            ? "Customers of their shop may pay into your account; it is credited to the reseller’s wallet, less the fee."
            : "Customers of their shop may not pay into your account."
        }
        id="collects"
        action={setCollecting}
        hidden={{ ...hidden, collects: collects ? "no" : "yes" }}
        submit={collects ? "Allow it no more" : "Allow it"}
      />
      <Act
        trigger="Password link"
        title={`A link for ${name}`}
        id="link"
        action={renewLink}
        hidden={{ resellerId: id }}
        whyHint="Any link made before stops working. The password they have stays until they choose another."
        submit="Make the link"
        answer={<LinkAnswer />}
      />
      {state === "active" ? (
        <Act
          key="restrict"
          trigger="Restrict"
          title={`Restrict ${name}?`}
          about="They can look but not buy, and read that they are to submit their KYC. Purchases that wait are cancelled with the money back; what was sent finishes."
          id="restrict"
          action={restrict}
          hidden={hidden}
          submit="Restrict"
          danger
        />
      ) : (
        <Act
          key="lift"
          trigger="Lift the restriction"
          title={`Let ${name} buy again?`}
          id="lift"
          action={lift}
          hidden={hidden}
          submit="Lift it"
        />
      )}
      <Act
        trigger="Close"
        look={{ variant: "danger" }}
        title={`Close ${name} for good?`}
        about="Nobody gets in any more, tokens end, purchases that wait are cancelled with the money back. What is in the wallet stays owed. It cannot be opened again."
        id="close"
        action={close}
        hidden={hidden}
        submit="Close for good"
        danger
      />
    </>
  );
}

type ActProps<R> = Omit<ComponentProps<typeof DeskForm<R>>, "needs" | "look"> &
  Pick<ComponentProps<typeof ConfirmDialog>, "trigger" | "look" | "title"> & {
    /** What will happen. */
    about?: ReactNode;
    /** It takes something away. */
    danger?: boolean;
  };

/** A button whose dialog has the form that does it. */
function Act<R>({ trigger, look, title, about, danger, ...form }: ActProps<R>) {
  return (
    <ConfirmDialog trigger={trigger} {...(look && { look })} title={title} cancel="Done">
      {about && <p>{about}</p>}
      <DeskForm needs="resellers" look={{ variant: danger ? "danger" : "primary", wide: true }} {...form} />
    </ConfirmDialog>
  );
}
