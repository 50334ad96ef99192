import { FindResellerInput, findReseller } from "#lib/account/reseller/find-reseller";
import { requireNoApproval } from "#lib/audit/approval-request";
import { PortalError } from "#lib/core/error";
import { formatDecimal, formatMoney, parseMoney } from "#lib/core/money/money";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { type Command, textFlag } from "./command.ts";

export const creditWalletCommand: Command = {
  usage: "--email --amount 5000.00 --reason",
  does: "credits a reseller's wallet",
  flags: { email: textFlag, amount: textFlag, reason: textFlag },
  needs: ["email", "amount", "reason"],
  async run(ctx, flags) {
    const reseller = await findReseller(ctx, FindResellerInput.parse(flags));
    const amount = parseMoney(String(flags.amount));
    if (amount === undefined) throw new PortalError("invalid", "Enter an amount such as 5000.00.");
    const input = { resellerId: reseller.id, amount, reason: String(flags.reason) };
    const { balance, journalId } = requireNoApproval(await postCredit(ctx, input));
    return {
      line: `${formatMoney(amount)} credited to ${reseller.email}. New balance: ${formatMoney(balance)}`,
      data: {
        email: reseller.email,
        amount: formatDecimal(amount),
        balance: formatDecimal(balance),
        journalId,
      },
    };
  },
};
