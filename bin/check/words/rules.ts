/**
 * The kind of a passage: shown to a user, a shown noun, a comment,
 * a test title, a page of the docs, or a declared name.
 */
export type Kind = "text" | "noun" | "comment" | "title" | "doc" | "name";

export interface Rule {
  /** The heading in docs/words.md that explains the rule. */
  heading: string;
  kinds: readonly Kind[];
  pattern: RegExp;
  suggestion: string;
  /** One passage that breaks the rule and one that follows it, for the unit test. */
  bad: string;
  good: string;
}

const PROSE = ["text", "comment", "title", "doc"] as const;

/**
 * Old words, with their variants, and the new word: in prose of every kind. A plural with s is included. A
 * word stands here while it comes back often; docs/words.md has the others.
 */
const REPLACED: Record<string, Record<string, string>> = {
  Manner: {
    "by hand": "manually",
    "by itself|by themselves": "automatically",
    lately: "recently",
    anew: "again",
  },
  Idioms: {
    "needs a hand|need a hand": "action required",
    "does not fit|do not fit|did not fit": "doesn't match; noun: discrepancy",
    "set aside": "on hold",
    "stands in|stand in": "is in",
    "all the same": "anyway",
    told: "notified, sent, reported; noun: response",
  },
  Spelling: {
    "e-mail": "email",
    "charge-back": "chargeback",
  },
  Lexicon: {
    "the desk|a desk": "admin; to resellers: support",
    "the house": "operator",
    "money back": "refund",
    "own keys": "provider keys",
    "second admin": "second approver, approval",
    "retail price": "selling price",
  },
};

/** The same for user-visible texts alone: code and docs have other uses for these words. */
const REPLACED_IN_TEXTS: Record<string, string> = {
  storefront: "shop",
  "refused|refuse|refusing|refusal": "reject; access: deny",
  "switched off|switch off|switches off|switched on|switch on": "turned off, turned on",
  "type a|type the|type your|write per": "enter",
};

const createReplacement = (
  heading: string,
  kinds: Rule["kinds"],
  variants: string,
  suggestion: string,
): Rule => ({
  heading,
  kinds,
  pattern: new RegExp(`\\b(?:${variants})s?\\b`, "gi"),
  suggestion,
  bad: variants.replace(/\|.*/, ""),
  good: suggestion,
});

const PATTERNS: readonly Rule[] = [
  {
    heading: "Actors",
    kinds: PROSE,
    pattern: /\b(somebody|nobody|whoever|whomever|anybody)\b/gi,
    suggestion: "name the actor: reseller, admin, customer, worker",
    bad: "Whoever verifies a payment waits here.",
    good: "A worker that verifies a payment waits here.",
  },
  {
    heading: "Clauses as nouns",
    kinds: PROSE,
    pattern:
      /\bwhat (is|are|was|were|came|comes|became|becomes|has|had|did|does|needs|waits|stands|nobody|somebody|people|one)\b(?![^.!]*\?)/gi,
    suggestion: "a noun: result, request, response, reason",
    bad: "Shows what came of each row.",
    good: "Shows the result of each row. What is your name?",
  },
  {
    heading: "Docstrings",
    kinds: ["comment"],
    pattern: /^\*\s*(What|Who|Whose|Whom|Why|How(?! (many|much|long|often)\b))\b/g,
    suggestion: "begin with a third-person verb (function) or a noun (value)",
    bad: "* What a page asks of the database.",
    good: "* Counts the queries of a page.",
  },
  {
    heading: "Labels",
    kinds: ["text"],
    pattern: /^(What|Who|Whose|How|Why|Where|Whether) [^?.]*$/g,
    suggestion: "a noun of one to three words",
    bad: "What they read",
    good: "Payment instructions",
  },
  {
    heading: "Labels",
    kinds: ["noun"],
    pattern:
      /\b(why|who|what|when|where|asked|told|found|known|kept|looks?|looked|lasts|says|waits|noted|called|taken|given|books|picture|notice|proposal|finding|person|keys)\b/gi,
    suggestion: "a noun, as on the page",
    bad: "who is next",
    good: "reply due",
  },
  {
    heading: "Negation",
    kinds: PROSE,
    pattern:
      /(?<!\bthere )\b(is|are|was|were) no (?!(longer|later|more|less|older|newer|fewer|shorter|greater|higher|lower|larger|smaller|earlier|other|different|such|one)\b)[a-z]+/gi,
    suggestion: "isn't a …, or say what is expected",
    bad: "This is no form of the portal.",
    good: "This form isn't valid. There is no form. It is no longer open.",
  },
  {
    heading: "Names",
    kinds: ["name"],
    pattern:
      /^(known|found|own|asked|told|kept|written|meant|mine|ours|theirs|whose|why|who|whom|one|other|others|here|lately|given|taken|MOST|LEAST|HERE|AT_ONCE|WHOSE|WORDS)$|^(MOST|LEAST|LONGEST|FURTHEST|SHORTEST|PATIENCE)(_|$)|^(say|tell|what)[A-Z]|Words$/g,
    suggestion: "a noun (purchase, actor, reason), verb + object for a function, MAX_ or MIN_",
    bad: "found",
    good: "purchase",
  },
  {
    heading: "Idioms",
    kinds: PROSE,
    pattern: /\b(go|goes|going|went) on\b(?! (sale|the|an?)\b)/gi,
    suggestion: "continue",
    bad: "Fix the row, then go on.",
    good: "Fix the row, then continue. The plan goes on sale.",
  },
  {
    heading: "Lexicon",
    kinds: ["text"],
    pattern: /(?<!\b(in|that|this|any|upper|lower|each|every|use) )\bcases?\b(?! of\b)/gi,
    suggestion: "delivery issue",
    bad: "Open a case",
    good: "Open a delivery issue in that case",
  },
  {
    heading: "Spelling",
    kinds: ["text", "doc"],
    pattern: /(?<![.@-])\bmails?\b(?!( server| input|\.[a-z]|-))/gi,
    suggestion: "email",
    bad: "The file is in this mail.",
    good: "The file is in this email, from the mail server mail.example.",
  },
  ...Object.entries(REPLACED).flatMap(([heading, words]) =>
    Object.entries(words).map(([variants, word]) => createReplacement(heading, PROSE, variants, word)),
  ),
  ...Object.entries(REPLACED_IN_TEXTS).map(([variants, word]) =>
    createReplacement("Lexicon", ["text"], variants, word),
  ),
];

/** The patterns of docs/words.md. A space in a pattern matches a line break as well. */
export const RULES: readonly Rule[] = PATTERNS.map((rule) => ({
  ...rule,
  pattern: new RegExp(rule.pattern.source.replaceAll(" ", "\\s+"), rule.pattern.flags),
}));
