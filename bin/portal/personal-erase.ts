import { erasePersonal } from "#lib/audit/erase-personal";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { eraseCustomers } from "#lib/customer/erase-customers";
import { eraseToldOf } from "#lib/payment/erase-told";
import { eraseCasesOf } from "#lib/purchase/case/erase-cases";
import { type Answer, type Command, text } from "./command.ts";

export const personalErase: Command = {
  usage: "--email|--phone --reason",
  does: "erases for ever what records, payment providers, cases and saved customers say of a person",
  flags: { email: text, phone: text, reason: text },
  needs: ["reason"],
  async run(ctx, flags) {
    const reason = String(flags.reason);
    if (flags.phone !== undefined) return eraseNumber(ctx, { phone: String(flags.phone), reason });
    if (flags.email === undefined) throw new PortalError("invalid", "Missing --email or --phone.");
    return eraseAccount(ctx, { email: String(flags.email), reason });
  },
};

/** What resellers saved of a customer of theirs. */
async function eraseNumber(ctx: Ctx, asked: { phone: string; reason: string }): Promise<Answer> {
  const customers = await eraseCustomers(ctx, asked);
  return {
    line: `${asked.phone} was saved by ${customers} ${customers === 1 ? "reseller" : "resellers"}, and is erased`,
    data: { phone: asked.phone, customers },
  };
}

async function eraseAccount(ctx: Ctx, asked: { email: string; reason: string }): Promise<Answer> {
  const told = await eraseToldOf(ctx, asked);
  const cases = await eraseCasesOf(ctx, asked);
  const customers = await eraseCustomers(ctx, asked);
  const records = await erasePersonal(ctx, asked).catch((error: unknown) => {
    if (told + cases + customers > 0 && error instanceof PortalError && error.code === "not_found") return 0;
    throw error;
  });
  const what = records === 1 ? "1 record" : `${records} records`;
  const also = [
    told > 0 && ` and payment providers (${told})`,
    cases > 0 && ` and cases (${cases})`,
    customers > 0 && ` and saved customers (${customers})`,
  ].filter(Boolean);
  return {
    line: `What ${what}${also.join("")} said of ${asked.email} is erased`,
    data: { email: asked.email, records, told, cases, customers },
  };
}
