# Prints the plans of a network with the prices of every level: PORTAL=https://… TOKEN=… sh plans.sh 1
curl -sS --fail-with-body "$PORTAL/api/data-plans-prices/filtered?mobile_network=$1" \
  -H "Authorization: Bearer $TOKEN"
