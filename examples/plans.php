<?php
// Prints the plans of a network at your price: PORTAL=https://… TOKEN=… php plans.php 1
$network = $argv[1] ?? "1";
$curl = curl_init(getenv("PORTAL") . "/api/data-plans-prices/filtered?mobile_network=$network");
curl_setopt_array($curl, [
    CURLOPT_HTTPHEADER => ["Authorization: Bearer " . getenv("TOKEN")],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_FAILONERROR => true,
]);
$response = curl_exec($curl);
if ($response === false) throw new RuntimeException(curl_error($curl));
foreach (json_decode($response, true)["data"] as $network) {
    foreach ($network["data_plan_types"] as $type) {
        foreach ($type["plans"] as $plan) {
            $size = $plan["size"] . $plan["volume"];
            echo "{$plan["id"]} {$network["name"]} {$type["name"]} $size {$plan["validity"]} {$plan["api_amount"]}\n";
        }
    }
}
