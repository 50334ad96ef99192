# Buys data once, however often it runs with the same reference, and prints the purchase:
# PORTAL=https://… TOKEN=… python3 buy.py order-1001 1 08031234567 1
import http.client, json, os, re, sys, time, urllib.error, urllib.request


def buy(ref, order):
    if not re.fullmatch(r"(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}", ref):
        raise ValueError(f'Not a valid reference: "{ref}"')
    request = urllib.request.Request(
        os.environ["PORTAL"] + "/api/data/" + ref,
        headers={"Authorization": "Bearer " + os.environ["TOKEN"], "Content-Type": "application/json"},
        data=json.dumps(order).encode(),
    )
    while True:
        status, headers, body = 0, {}, {}
        try:
            with urllib.request.urlopen(request, timeout=40) as response:
                status, headers, body = response.status, response.headers, json.load(response)
        except urllib.error.HTTPError as error:
            status, headers = error.code, error.headers
            try:
                body = json.load(error)
            except (ValueError, OSError, http.client.HTTPException):
                status = 0
        except (ValueError, OSError, http.client.HTTPException):
            pass  # The response was lost.
        purchase = body.get("data", {})
        if purchase.get("Status") in ("successful", "failed"):
            return purchase
        # Lost, pending, too many calls or an error of the portal: the same call again, with the same reference.
        wait = headers.get("Retry-After")
        if not (status < 400 or status >= 500 or wait):
            raise RuntimeError(json.dumps(body.get("errors", body.get("message"))))
        time.sleep(int(wait or 5))


ref, plan, number, network = sys.argv[1:5]
print(json.dumps(buy(ref, {"plan": int(plan), "mobile_number": number, "network": int(network)})))
