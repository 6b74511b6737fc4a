/**
 * The environment variable with which a tenth is enough: `npm run check` sets it, and so does whoever looks for
 * mutations of the code, where the same test runs again for each of them.
 */
export const fewSeedsVariable = "GATEFOLD_FEW_SEEDS"

/** How many seeds, visitors or requests of a flood a test goes through. */
export const seedsOf = (count: number): number =>
  process.env[fewSeedsVariable] === undefined ? count : Math.ceil(count / 10)
