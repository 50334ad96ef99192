# Prints the plans of a network at your price: PORTAL=https://… TOKEN=… python3 plans.py 1
import json, os, sys, urllib.request

network = sys.argv[1] if len(sys.argv) > 1 else "1"
request = urllib.request.Request(
    os.environ["PORTAL"] + "/api/data-plans-prices/filtered?mobile_network=" + network,
    headers={"Authorization": "Bearer " + os.environ["TOKEN"]},
)
with urllib.request.urlopen(request, timeout=40) as response:
    networks = json.load(response)["data"]
for network in networks:
    for kind in network["data_plan_types"]:
        for plan in kind["plans"]:
            size = plan["size"] + plan["volume"]
            print(plan["id"], network["name"], kind["name"], size, plan["validity"], plan["api_amount"])
