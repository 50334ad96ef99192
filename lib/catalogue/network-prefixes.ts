/**
 * The first digits of mobile numbers in E.164, by the network that they were assigned to. A number that moved to another
 * network keeps them, so they only suggest a network.
 */
const PREFIXES: readonly [network: RegExp, prefixes: string][] = [
  [/^mtn/, "703 704 706 7025 7026 803 806 810 813 814 816 903 906 913 916"],
  [/^airtel/, "701 708 802 808 812 901 902 904 907 911 912"],
  [/^glo/, "705 805 807 811 815 905 915"],
  [/^(9mobile|etisalat|t2)/, "809 817 818 908 909"],
];
const CALLING_CODE = "+234";

/** Returns the first digits of a network's numbers in E.164, by its name; none for an unknown network. */
export function getNetworkPrefixes(name: string): string[] {
  const plain = name.trim().toLowerCase();
  const prefixes = PREFIXES.find(([network]) => network.test(plain))?.[1].split(" ") ?? [];
  return prefixes.map((prefix) => CALLING_CODE + prefix);
}
