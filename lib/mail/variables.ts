import { z } from "zod";
import { ESCAPE_HINT, isEscaped } from "#lib/core/escaped-address";
import { defineVariables } from "#lib/core/variables";

export const getMailVariables = defineVariables({
  schema: {
    /** The server for the portal's mail; unset, none is sent. */
    SMTP_URL: z
      .url({
        protocol: /^smtps?$/,
        error: `must be an smtp(s)://user:password@server:port address; ${ESCAPE_HINT}`,
      })
      .refine(isEscaped, ESCAPE_HINT)
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^([^<>"\r\n]{1,80} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        "must be an address such as Kiosk <kiosk@example.com>",
      )
      .optional(),
  },
  groups: [["SMTP_URL", "MAIL_FROM"]],
});
