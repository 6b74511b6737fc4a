/**
 * The environment variable with which a tenth is enough: `npm run check` and `npm test` set it, and so does whoever
 * looks for mutations of the code, where the same test runs again for each of them.
 */
export const fewSeedsVariable = "GATEFOLD_FEW_SEEDS"

const isFew = process.env[fewSeedsVariable] !== undefined

/** How many seeds, visitors or requests of a flood a test goes through: with the variable, a share of them. */
export const countSeeds = (count: number, share = 1 / 10): number => (isFew ? Math.ceil(count * share) : count)

/**
 * All of them, or, with the variable, every fifth or so. With `start` counted up from one test to the next, they go
 * through all of them together.
 */
export const takeSample = <A>(all: ReadonlyArray<A>, start = 0, every = 5): ReadonlyArray<A> =>
  isFew ? all.filter((_, i) => i % every === start % every) : all
