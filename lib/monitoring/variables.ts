import { z } from "zod";
import { httpUrlField, optionalIntegerField, secretField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getMonitoringVariables = defineVariables({
  schema: {
    /** The port of `/metrics`; unset, none. Separate from the pages, since it shows business figures. */
    METRICS_PORT: optionalIntegerField(0, 65_535),
    /** The bearer token of requests for metrics to `HOST`; without it, only this machine gets them. */
    METRICS_TOKEN: secretField.min(16, "must have at least 16 characters").optional(),
    /** A collector of traces, such as http://127.0.0.1:4318. */
    OTEL_EXPORTER_OTLP_ENDPOINT: httpUrlField.optional(),
    /** The token of the bot that sends alerts to Telegram chats, from BotFather. */
    ALERT_TELEGRAM_TOKEN: z
      .string()
      .regex(/^\d+:[\w-]+$/, "must be a bot's token, such as 123456:ABC-DEF")
      .optional(),
  },
  reloadable: ["METRICS_TOKEN"],
});
