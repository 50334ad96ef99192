import { formatPhone, getExamplePhone, parsePhone } from "#lib/core/text/phone";

/**
 * The first digits of mobile numbers in E.164, by the network that they were assigned to. A number that moved
 * to another network keeps them, so they only suggest a network.
 */
const PREFIXES: readonly [network: RegExp, prefixes: string, label: string][] = [
  [/^mtn/, "703 704 706 7025 7026 803 806 810 813 814 816 903 906 913 916", "MTN"],
  [/^airtel/, "701 708 802 808 812 901 902 904 907 911 912", "Airtel"],
  [/^glo/, "705 805 807 811 815 905 915", "Glo"],
  [/^(9mobile|etisalat|t2)/, "809 817 818 908 909", "9mobile"],
];
const CALLING_CODE = "+234";

const toE164 = (prefixes: string) => prefixes.split(" ").map((prefix) => CALLING_CODE + prefix);

const findPrefixes = (name: string) => {
  const plain = name.trim().toLowerCase();
  return PREFIXES.find(([network]) => network.test(plain));
};

/** Returns the first digits of a network's numbers in E.164, by its name; none for an unknown network. */
export function getNetworkPrefixes(name: string): string[] {
  const entry = findPrefixes(name);
  return entry ? toE164(entry[1]) : [];
}

/**
 * @param sold the names that networks have in the catalogue
 * @returns the name of the network that a number in E.164 looks like, if it isn't the named one;
 * null where neither is known
 */
export function findOtherNetworkName(name: string, phone: string, sold: readonly string[]): string | null {
  const named = findPrefixes(name);
  const likely = PREFIXES.find(([, prefixes]) => toE164(prefixes).some((prefix) => phone.startsWith(prefix)));
  if (!named || !likely || likely === named) return null;
  return sold.find((candidate) => findPrefixes(candidate) === likely) ?? likely[2];
}

/** Returns a number of a network, grouped, for hints and errors; any of the country if it is unknown. */
export function getNetworkExamplePhone(name: string): string {
  const [prefix] = getNetworkPrefixes(name);
  const example = prefix && parsePhone(`${prefix}1234567`);
  return example ? formatPhone(example) : getExamplePhone();
}
