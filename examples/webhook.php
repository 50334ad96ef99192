<?php
// Receives events and logs those that the portal signed: WEBHOOK_SECRET=whsec_… php -S 0.0.0.0:8080 webhook.php

/** Returns the event, or null when the portal didn't sign it within the last 5 minutes. */
function verify(string $body, array $headers): ?array
{
    $key = base64_decode(substr(getenv("WEBHOOK_SECRET"), strlen("whsec_")));
    $timestamp = $headers["webhook-timestamp"] ?? "";
    $signed = ($headers["webhook-id"] ?? "") . ".$timestamp.$body";
    $expected = "v1," . base64_encode(hash_hmac("sha256", $signed, $key, true));
    $signatures = explode(" ", $headers["webhook-signature"] ?? "");
    $isSigned = (bool) array_filter($signatures, fn ($signature) => hash_equals($expected, $signature));
    $isRecent = ctype_digit($timestamp) && abs(time() - (int) $timestamp) <= 300;
    return $isSigned && $isRecent ? json_decode($body, true) : null;
}

$event = verify(file_get_contents("php://input"), array_change_key_case(getallheaders()));
http_response_code($event ? 204 : 401);
if ($event) file_put_contents("php://stderr", json_encode($event) . "\n");
