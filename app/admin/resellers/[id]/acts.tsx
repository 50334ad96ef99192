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

const wide = (variant: "primary" | "danger") => ({ variant, wide: true }) as const;

/** What can be done to a reseller. Each form carries the version that it was made from. */
export function Acts({ reseller }: { reseller: ResellerAccount }) {
  const { id, name, level, state, dailyLimit, deskLowBelow, collects, version } = reseller;
  const hidden = { resellerId: id, version };
  if (state === "closed") return null;
  return (
    <>
      <ConfirmDialog trigger="Level" title="Change the level" cancel="Done">
        <DeskForm
          needs="resellers"
          id="level"
          action={setLevel}
          hidden={hidden}
          submit="Change"
          look={wide("primary")}
        >
          <Select
            label="Level"
            name="level"
            options={LEVEL_OPTIONS}
            defaultValue={level}
            hint="Its prices hold from the next purchase on. At level API they make their own tokens."
          />
        </DeskForm>
      </ConfirmDialog>
      <ConfirmDialog trigger="Daily limit" title="Change the daily limit" cancel="Done">
        <DeskForm
          needs="resellers"
          id="limit"
          action={setLimit}
          hidden={hidden}
          submit="Change"
          look={wide("primary")}
        >
          <Input
            label="The most they may spend in a day"
            name="limit"
            autoComplete="off"
            defaultValue={dailyLimit === null ? "" : decimalText(dailyLimit)}
            hint="Leave it empty for no limit."
          />
        </DeskForm>
      </ConfirmDialog>
      <ConfirmDialog trigger="Low wallet" title={`When is the wallet of ${name} low?`} cancel="Done">
        <p>
          The desk is told below this balance. What {name} wants to be told themselves is their own choice.
        </p>
        <DeskForm
          needs="resellers"
          id="low"
          action={setLow}
          hidden={hidden}
          submit="Change"
          look={wide("primary")}
        >
          <Input
            label="Tell the desk below"
            name="below"
            autoComplete="off"
            inputMode="decimal"
            defaultValue={deskLowBelow === null ? "" : decimalText(deskLowBelow)}
            hint="Leave it empty for never."
          />
        </DeskForm>
      </ConfirmDialog>
      <ConfirmDialog trigger="Shop payments" title="Payments of their shop" cancel="Done">
        <p>
          {collects
            ? "Customers of their shop may pay into your account; it is credited to the reseller’s wallet, less the fee."
            : "Customers of their shop may not pay into your account."}
        </p>
        <DeskForm
          needs="resellers"
          id="collects"
          action={setCollecting}
          hidden={{ ...hidden, collects: collects ? "no" : "yes" }}
          submit={collects ? "Allow it no more" : "Allow it"}
          look={wide("primary")}
        />
      </ConfirmDialog>
      <ConfirmDialog trigger="Password link" title={`A link for ${name}`} cancel="Done">
        <DeskForm
          needs="resellers"
          id="link"
          action={renewLink}
          hidden={{ resellerId: id }}
          whyHint="Any link made before stops working. The password they have stays until they choose another."
          submit="Make the link"
          answer={<LinkAnswer />}
        />
      </ConfirmDialog>
      {state === "active" ? (
        <ConfirmDialog key="restrict" trigger="Restrict" title={`Restrict ${name}?`} cancel="Done">
          <p>
            They can look but not buy, and read that they are to submit their KYC. Purchases that wait are
            cancelled with the money back; what was sent finishes.
          </p>
          <DeskForm
            needs="resellers"
            id="restrict"
            action={restrict}
            hidden={hidden}
            submit="Restrict"
            look={wide("danger")}
          />
        </ConfirmDialog>
      ) : (
        <ConfirmDialog
          key="lift"
          trigger="Lift the restriction"
          title={`Let ${name} buy again?`}
          cancel="Done"
        >
          <DeskForm
            needs="resellers"
            id="lift"
            action={lift}
            hidden={hidden}
            submit="Lift it"
            look={wide("primary")}
          />
        </ConfirmDialog>
      )}
      <ConfirmDialog
        trigger="Close"
        look={{ variant: "danger" }}
        title={`Close ${name} for good?`}
        cancel="Done"
      >
        <p>
          Nobody gets in any more, tokens end, purchases that wait are cancelled with the money back. What is
          in the wallet stays owed. It cannot be opened again.
        </p>
        <DeskForm
          needs="resellers"
          id="close"
          action={close}
          hidden={hidden}
          submit="Close for good"
          look={wide("danger")}
        />
      </ConfirmDialog>
    </>
  );
}
