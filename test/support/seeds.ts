/**
 * The environment variable with which a tenth is enough: `npm run check` and `npm test` set it, and so does whoever
 * looks for mutations of the code, where the same test runs again for each of them.
 */
export const fewSeedsVariable = "GATEFOLD_FEW_SEEDS"

/** How many seeds, visitors or requests of a flood a test goes through. */
export const seedsOf = (count: number): number =>
  process.env[fewSeedsVariable] === undefined ? count : Math.ceil(count / 10)

/**
 * All of them, or, with the variable, every fifth. With `start` counted up from one test to the next, they go through
 * all of them together.
 */
export const sampleOf = <A>(all: ReadonlyArray<A>, start = 0): ReadonlyArray<A> =>
  process.env[fewSeedsVariable] === undefined ? all : all.filter((_, i) => i % 5 === start % 5)
