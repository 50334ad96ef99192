import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Input } from "../../../ui/input.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { clawBackFrom, creditWallet, debitWallet } from "../actions.ts";

interface Props {
  resellerId: number;
  name: string;
  /** The last move by hand that this page shows: whoever comes second is told. */
  seen: number;
}

const AMOUNT = <Input label="Amount" name="amount" autoComplete="off" />;
const READ = "The reseller reads this on their statement.";

/** The three ways to move money by hand. */
export function Moves({ resellerId, name, seen }: Props) {
  const same = { hidden: { resellerId, seen }, children: AMOUNT, whyHint: READ };
  return (
    <>
      <ConfirmDialog
        trigger="Credit"
        look={{ variant: "primary" }}
        title={`Put money into the wallet of ${name}`}
        cancel="Done"
      >
        <DeskForm
          id="credit"
          action={creditWallet}
          {...same}
          submit="Credit"
          look={{ variant: "primary", wide: true }}
        />
      </ConfirmDialog>
      <ConfirmDialog trigger="Debit" title={`Take money out of the wallet of ${name}`} cancel="Done">
        <p>Never more than is there. What is held for purchases stays.</p>
        <DeskForm
          id="debit"
          action={debitWallet}
          {...same}
          submit="Debit"
          look={{ variant: "danger", wide: true }}
        />
      </ConfirmDialog>
      <ConfirmDialog trigger="Claw back" title={`Take money back from ${name}`} cancel="Done">
        <p>
          For money that should never have been there. The wallet may go below zero: then nothing can be
          bought until it is paid.
        </p>
        <DeskForm
          id="claw-back"
          action={clawBackFrom}
          {...same}
          submit="Claw back"
          look={{ variant: "danger", wide: true }}
        />
      </ConfirmDialog>
    </>
  );
}
