# Receives events and prints those that the portal signed: WEBHOOK_SECRET=whsec_… PORT=8080 python3 webhook.py
import base64, hmac, json, os, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))


def verify(body, headers):
    """Returns the event and None, or None and why the portal didn't sign it within the last 5 minutes."""
    timestamp = headers.get("webhook-timestamp", "")
    signed = f"{headers.get('webhook-id')}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(KEY, signed, "sha256")).decode()
    signatures = headers.get("webhook-signature", "").split()
    is_signed = any(hmac.compare_digest(expected.encode(), one.encode()) for one in signatures)
    if not is_signed:
        return None, "the signature is not of this WEBHOOK_SECRET"
    seconds_off = abs(round(time.time()) - int(timestamp))
    if seconds_off > 300:
        return None, f"timestamp is {seconds_off} s off: set the clock"
    return json.loads(body), None


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        event, problem = verify(self.rfile.read(int(self.headers.get("Content-Length", 0))), self.headers)
        self.send_response(204 if event else 401)
        self.end_headers()
        if event:
            print(json.dumps(event), flush=True)
        else:
            self.wfile.write(problem.encode())
            print(problem, file=sys.stderr)


ThreadingHTTPServer(("", int(os.environ["PORT"])), Receiver).serve_forever()
