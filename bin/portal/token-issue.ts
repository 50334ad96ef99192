import { FindResellerInput, findReseller } from "#lib/account/reseller/find";
import { IssueTokenInput, issueToken } from "#lib/account/token/issue";
import { type Command, text } from "./command.ts";

const many = { type: "string", multiple: true } as const;

export const tokenIssue: Command = {
  usage: "--email --name [--ip]… [--origin]… [--test]",
  does: "makes a token for a reseller's program; it is shown this once",
  flags: { email: text, name: text, ip: many, origin: many, test: { type: "boolean" } },
  needs: ["email", "name"],
  async run(ctx, { email, name, ip, origin, test }) {
    const reseller = await findReseller(ctx, FindResellerInput.parse({ email }));
    const wanted = IssueTokenInput.parse({ resellerId: reseller.id, name, ips: ip, origins: origin, test });
    const issued = await issueToken(ctx, wanted);
    return {
      line: `Token for ${reseller.email}: ${issued.token} (shown this once)`,
      data: { ...issued, email: reseller.email },
    };
  },
};
