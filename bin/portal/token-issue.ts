import { FindResellerInput, findReseller } from "#lib/account/reseller/find-reseller";
import { CreateTokenInput, createToken } from "#lib/account/token/create-token";
import { type Command, textFlag } from "./command.ts";

const repeatedText = { type: "string", multiple: true } as const;

export const createTokenCommand: Command = {
  usage: "--email --name [--ip]… [--origin]… [--test]",
  does: "creates an API token for a reseller; it is shown only once",
  flags: {
    email: textFlag,
    name: textFlag,
    ip: repeatedText,
    origin: repeatedText,
    test: { type: "boolean" },
  },
  needs: ["email", "name"],
  async run(ctx, { email, name, ip, origin, test }) {
    const reseller = await findReseller(ctx, FindResellerInput.parse({ email }));
    const input = CreateTokenInput.parse({ resellerId: reseller.id, name, ips: ip, origins: origin, test });
    const token = await createToken(ctx, input);
    return {
      line: `Token for ${reseller.email}: ${token.token} (shown only once)`,
      data: { ...token, email: reseller.email },
    };
  },
};
