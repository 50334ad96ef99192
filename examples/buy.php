<?php
// Buys data once, however often it runs with the same reference, and prints the purchase:
// PORTAL=https://… TOKEN=… php buy.php order-1001 1 08031234567 1
function buy(string $ref, array $order): array
{
    if (!preg_match('/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/D', $ref)) {
        throw new InvalidArgumentException("Not a valid reference: \"$ref\"");
    }
    while (true) {
        $wait = null;
        $curl = curl_init(getenv("PORTAL") . "/api/data/$ref");
        curl_setopt_array($curl, [
            CURLOPT_HTTPHEADER => ["Authorization: Bearer " . getenv("TOKEN"), "Content-Type: application/json"],
            CURLOPT_POSTFIELDS => json_encode($order),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 40,
            CURLOPT_HEADERFUNCTION => function ($curl, $line) use (&$wait) {
                if (preg_match('/^retry-after: *(\d+)/i', $line, $match)) $wait = (int) $match[1];
                return strlen($line);
            },
        ]);
        $text = curl_exec($curl);
        $body = $text === false ? null : json_decode($text, true);
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $purchase = $body["data"] ?? null;
        if (in_array($purchase["Status"] ?? "", ["successful", "failed"])) return $purchase;
        // Lost, pending, too many calls or an error of the portal: the same call again, with the same reference.
        $shouldRepeat = $body === null || $purchase || $wait !== null || $status >= 500;
        if (!$shouldRepeat) throw new RuntimeException(json_encode($body["errors"] ?? $body["message"]));
        sleep($wait ?? 5);
    }
}

[, $ref, $plan, $number, $network] = $argv;
echo json_encode(buy($ref, ["plan" => (int) $plan, "mobile_number" => $number, "network" => (int) $network])), "\n";
