import type { ExampleLanguage } from "./examples.ts";

/** Formats code that receives an event (`rawBody` unchanged, `headers` in lower case) and rejects one that the portal did not
 * sign, by language.
 */
export function formatVerifyExample(language: Exclude<ExampleLanguage, "curl">, secret: string): string {
  return WRITERS[language](secret);
}

const WRITERS: Record<Exclude<ExampleLanguage, "curl">, (secret: string) => string> = {
  TypeScript: (secret) => `import { Webhook } from "standardwebhooks";

const message = new Webhook("${secret}").verify(rawBody, headers);`,

  Python: (secret) => `import base64, hmac, json, time

key = base64.b64decode("${secret}".removeprefix("whsec_"))
signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + raw_body
expected = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
given = headers["webhook-signature"].split()
known = any(hmac.compare_digest(expected, one) for one in given)
if not known or abs(time.time() - int(headers["webhook-timestamp"])) > 300:
    raise PermissionError("This did not come from the portal.")
message = json.loads(raw_body)`,

  PHP: (secret) => `<?php
$key = base64_decode(substr("${secret}", strlen("whsec_")));
$signed = $headers["webhook-id"] . "." . $headers["webhook-timestamp"] . "." . $rawBody;
$expected = "v1," . base64_encode(hash_hmac("sha256", $signed, $key, true));
$given = explode(" ", $headers["webhook-signature"]);
$known = array_filter($given, fn ($one) => hash_equals($expected, $one));
if (!$known || abs(time() - (int) $headers["webhook-timestamp"]) > 300) {
    http_response_code(401);
    exit(1);
}
$message = json_decode($rawBody, true);`,
};
