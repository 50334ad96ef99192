import { FindResellerInput, findReseller } from "#lib/account/reseller/find";
import { unlessWaiting } from "#lib/audit/second-admin";
import { PortalError } from "#lib/core/error";
import { decimalText, formatMoney, parseMoney } from "#lib/core/money";
import { credit } from "#lib/ledger/adjust";
import { type Command, text } from "./command.ts";

export const walletCredit: Command = {
  usage: "--email --amount 5000.00 --reason",
  does: "puts money into a reseller's wallet",
  flags: { email: text, amount: text, reason: text },
  needs: ["email", "amount", "reason"],
  async run(ctx, flags) {
    const reseller = await findReseller(ctx, FindResellerInput.parse(flags));
    const amount = parseMoney(String(flags.amount));
    if (amount === undefined) throw new PortalError("invalid", "The amount must look like 5000.00.");
    const wanted = { resellerId: reseller.id, amount, reason: String(flags.reason) };
    const { balance, journalId } = unlessWaiting(await credit(ctx, wanted));
    return {
      line: `${formatMoney(amount)} credited to ${reseller.email}, whose balance is now ${formatMoney(balance)}`,
      data: { email: reseller.email, amount: decimalText(amount), balance: decimalText(balance), journalId },
    };
  },
};
