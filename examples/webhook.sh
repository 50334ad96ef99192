# Sends your own webhook an event, signed as the portal signs: WEBHOOK_SECRET=whsec_… sh webhook.sh http://localhost:8080/
body='{"type":"webhook.test","timestamp":"2026-11-22T13:05:00.000Z","test":true,"data":{"message":"It works."}}'
id=msg_$(date +%s) timestamp=$(date +%s)
key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')
signature=$(printf %s "$id.$timestamp.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
curl -sS -o /dev/null -w '%{http_code}\n' "$1" -d "$body" -H "Content-Type: application/json" \
  -H "webhook-id: $id" -H "webhook-timestamp: $timestamp" -H "webhook-signature: v1,$signature"
