import { erasePersonal } from "#lib/audit/erase-personal";
import { PortalError } from "#lib/core/error";
import { eraseToldOf } from "#lib/payment/erase-told";
import { eraseCasesOf } from "#lib/purchase/case/erase-cases";
import { type Command, text } from "./command.ts";

export const personalErase: Command = {
  usage: "--email --reason",
  does: "erases for ever what audit records, payment providers and cases say of a person",
  flags: { email: text, reason: text },
  needs: ["email", "reason"],
  async run(ctx, flags) {
    const asked = { email: String(flags.email), reason: String(flags.reason) };
    const told = await eraseToldOf(ctx, asked);
    const cases = await eraseCasesOf(ctx, asked);
    const records = await erasePersonal(ctx, asked).catch((error: unknown) => {
      if (told + cases > 0 && error instanceof PortalError && error.code === "not_found") return 0;
      throw error;
    });
    const what = records === 1 ? "1 record" : `${records} records`;
    const also =
      (told === 0 ? "" : ` and payment providers (${told})`) + (cases === 0 ? "" : ` and cases (${cases})`);
    return {
      line: `What ${what}${also} said of ${asked.email} is erased`,
      data: { email: asked.email, records, told, cases },
    };
  },
};
