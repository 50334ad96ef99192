const NETWORK_NAMES: Readonly<Record<string, string>> = {
  mtn: "MTN",
  airtel: "Airtel",
  glo: "Glo",
  "9mobile": "9mobile",
};

/** Words of plan types that stay in capitals. */
const ACRONYM = /^(SME|CG|MTN|VTU|[A-Z]*\d.*)$/;

/** Formats a network's name as people write it: "AIRTEL" is "Airtel". An unknown one keeps the upstream's. */
export const formatNetworkName = (name: string): string => NETWORK_NAMES[name.trim().toLowerCase()] ?? name;

/** Formats a plan type in capitals: "CORPORATE GIFTING" is "Corporate gifting", SME stays. */
export function formatTypeName(name: string): string {
  if (name !== name.toUpperCase()) return name;
  const words = name.split(" ").map((word) => (ACRONYM.test(word) ? word : word.toLowerCase()));
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
