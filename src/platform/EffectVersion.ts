/**
 * Tells developers when their app has a version of Effect that this package is not tested with, or two copies of it.
 */
import * as Effect from "effect/Effect"
import { getCurrentVersion } from "effect/Version"
import * as Development from "./Development.ts"

/** The range of `effect` in `peerDependencies`. */
const tested = /^4\.(0\.([5-9]|\d{2,})|1\.\d+)$/

/** Says what is wrong with a version, and which command fixes it. */
export const describeVersion = (version: string): string | undefined =>
  tested.test(version)
    ? undefined
    : `gatefold works with effect >=4.0.5 <4.2.0, and finds ${version}: npm install effect@4.1`

/** Says how to make two copies of Effect one. */
export const describeCopies = (version: string): string =>
  `Your program runs on another copy of effect than the ${version} that gatefold finds. See both with "npm ls effect", and make them one: npm install effect@${version}`

let checked = false

const checkFiber = (fiber: object): void => {
  if (checked) return
  checked = true
  // Each copy of Effect has its own class of fibers.
  const isOneCopy = fiber.constructor === Effect.runFork(Effect.void).constructor
  const version = getCurrentVersion()
  const problem = describeVersion(version) ?? (isOneCopy ? undefined : describeCopies(version))
  if (problem !== undefined) Development.warn(problem)
}

/** Looks once, as soon as there is an app. Builds for production leave it out. */
export const check: Effect.Effect<void> = Effect.withFiberSucceed((fiber) => {
  try {
    if (process.env.NODE_ENV !== "production") checkFiber(fiber)
  } catch {
    // Without a bundler, browsers have no `process`.
  }
})
