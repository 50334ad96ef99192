import { z } from "zod";
import { httpUrlField, integerField, longSecretField, secretField } from "#lib/core/variable-fields";
import { defineVariables } from "#lib/core/variables";

export const getMaintenanceVariables = defineVariables({
  schema: {
    /** The target of backups: a folder, or s3://bucket/prefix. */
    BACKUP_TO: z
      .string()
      .regex(
        /^(\/|s3:\/\/[\w./-]+$)/,
        "must be the whole path of a folder, such as /var/backups/kiosk, or s3://bucket/prefix",
      )
      .optional(),
    /** The key that seals backups. They can't be read without it: store a copy elsewhere. */
    BACKUP_KEY: longSecretField.optional(),
    BACKUP_KEEP: integerField(14, 1, 10_000),
    BACKUP_S3_ENDPOINT: httpUrlField.optional(),
    BACKUP_S3_REGION: z.string().default("us-east-1"),
    BACKUP_S3_KEY_ID: secretField.optional(),
    BACKUP_S3_SECRET: secretField.optional(),
  },
  groups: [["BACKUP_S3_KEY_ID", "BACKUP_S3_SECRET"]],
  reloadable: ["BACKUP_KEY"],
  httpsNames: ["BACKUP_S3_ENDPOINT"],
});
