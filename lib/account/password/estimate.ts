/** What an attacker who knows how people choose passwords tries before a password counts as hard to guess. */
const MIN_GUESSES = 1e10;

/** How much of a password is estimated at once: the time grows with the square of its length, or faster. */
const MAX_LENGTH = 20;

/**
 * Whether a password is easy to guess: known from break-ins, or made of words, years, repetitions and rows of the alphabet or the
 * keyboard. Of a long one the start and the end are estimated: where either is hard, the whole is.
 */
export async function isEasyToGuess(password: string): Promise<boolean> {
  const { check } = await estimator();
  const parts = new Set([password.slice(0, MAX_LENGTH), password.slice(-MAX_LENGTH)]);
  return [...parts].every((part) => check(part).guesses < MIN_GUESSES);
}

let loaded: ReturnType<typeof load> | undefined;

/** Its lists take memory, which a process that nobody chooses a password in does not need. */
const estimator = () => {
  loaded ??= load();
  return loaded;
};

async function load() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const factory = new ZxcvbnFactory({
    ...{ dictionary, graphs: adjacencyGraphs, maxLength: MAX_LENGTH },
    l33tMaxSubstitutions: 10,
  });
  return { check: (password: string) => factory.check(password) };
}
