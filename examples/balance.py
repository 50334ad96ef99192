# Prints the balance: PORTAL=https://… TOKEN=… python3 balance.py
import json, os, urllib.request

request = urllib.request.Request(
    os.environ["PORTAL"] + "/api/balance",
    headers={"Authorization": "Bearer " + os.environ["TOKEN"]},
)
with urllib.request.urlopen(request, timeout=40) as response:
    print(json.dumps(json.load(response)["data"]))
