import { testsVariable } from "../mutation/areas.ts"

/**
 * How many seeds, or requests of a flood, a test goes through: all, or a tenth of them while mutations of the code are looked for, where the
 * same test runs again for each mutant.
 */
export const seedsOf = (count: number): number =>
  process.env[testsVariable] === undefined ? count : Math.ceil(count / 10)
