/** The number of guesses above which a password counts as hard to guess. */
const MIN_GUESSES = 1e10;

/** Characters that are estimated at once: the time grows with the square of the length, or faster. */
const MAX_LENGTH = 20;

/**
 * Whether a password is easy to guess: leaked before, or made of words, years, repetitions and rows of the
 * alphabet or the keyboard. Estimates the start and the end of a long one, which is hard if either is.
 */
export async function isEasyToGuess(password: string): Promise<boolean> {
  const { check } = await getEstimator();
  const parts = new Set([password.slice(0, MAX_LENGTH), password.slice(-MAX_LENGTH)]);
  return [...parts].every((part) => check(part).guesses < MIN_GUESSES);
}

let estimatorPromise: ReturnType<typeof loadEstimator> | undefined;

/** Loads the lists on first use, because they take memory that most processes don't need. */
const getEstimator = () => {
  estimatorPromise ??= loadEstimator();
  return estimatorPromise;
};

async function loadEstimator() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const factory = new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: MAX_LENGTH,
    l33tMaxSubstitutions: 10,
  });
  return { check: (password: string) => factory.check(password) };
}
