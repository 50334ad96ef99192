<?php
// Receives events and logs those that the portal signed: WEBHOOK_SECRET=whsec_… php -S 0.0.0.0:8080 webhook.php

/** Returns the event, or why it isn't one that the portal signed within the last 5 minutes. */
function verify(string $body, array $headers): array|string
{
    $key = base64_decode(substr(getenv("WEBHOOK_SECRET"), strlen("whsec_")));
    $timestamp = $headers["webhook-timestamp"] ?? "";
    $signed = ($headers["webhook-id"] ?? "") . ".$timestamp.$body";
    $expected = "v1," . base64_encode(hash_hmac("sha256", $signed, $key, true));
    $signatures = explode(" ", $headers["webhook-signature"] ?? "");
    $isSigned = (bool) array_filter($signatures, fn ($signature) => hash_equals($expected, $signature));
    if (!$isSigned) return "the signature is not of this WEBHOOK_SECRET";
    $secondsOff = abs(time() - (int) $timestamp);
    return $secondsOff > 300 ? "timestamp is $secondsOff s off: set the clock" : json_decode($body, true);
}

$event = verify(file_get_contents("php://input"), array_change_key_case(getallheaders()));
http_response_code(is_array($event) ? 204 : 401);
if (is_string($event)) echo $event;
file_put_contents("php://stderr", (is_array($event) ? json_encode($event) : $event) . "\n");
