# Prints the balance: PORTAL=https://… TOKEN=… sh balance.sh
curl -sS --fail-with-body "$PORTAL/api/balance" -H "Authorization: Bearer $TOKEN"
