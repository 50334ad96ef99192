<?php
// Prints the balance: PORTAL=https://… TOKEN=… php balance.php
$curl = curl_init(getenv("PORTAL") . "/api/balance");
curl_setopt_array($curl, [
    CURLOPT_HTTPHEADER => ["Authorization: Bearer " . getenv("TOKEN")],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_FAILONERROR => true,
]);
$response = curl_exec($curl);
if ($response === false) throw new RuntimeException(curl_error($curl));
echo json_encode(json_decode($response, true)["data"]), "\n";
