# Buys data once, however often it runs with the same reference, and prints the purchase:
# PORTAL=https://… TOKEN=… sh buy.sh order-1001 1 08031234567 1
: "${PORTAL:?Set PORTAL}" "${TOKEN:?Set TOKEN}"
ref=$1 plan=$2 number=$3 network=$4
case $ref in "" | . | .. | *[!A-Za-z0-9._-]*) echo "Not a valid reference: $ref" >&2; exit 2 ;; esac
response=$(mktemp)
trap 'rm -f "$response"' EXIT

while :; do
  result=$(curl -s -m 40 -o "$response" -w '%{http_code} %header{retry-after}' "$PORTAL/api/data/$ref" \
    -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
    -d "{\"plan\": $plan, \"mobile_number\": \"$number\", \"network\": $network}") || result="000 "
  status=${result%% *} wait=${result#* }
  case $status in
    200 | 422) grep -q '"Status":"\(successful\|failed\)"' "$response" && cat "$response" && exit 0 ;;
  esac
  case $status in
    # Lost, pending, too many calls or an error of the portal: the same call again, with the same reference.
    000 | 200 | 408 | 429 | 5??) ;;
    *) [ -n "$wait" ] || { cat "$response" >&2; exit 1; } ;;
  esac
  echo "$ref: response $status, calling again" >&2
  sleep "${wait:-5}"
done
