/** The page in which calls run. */
// @ts-expect-error the SDK of the version that is tried, which the bundler puts in
import * as sdk from "the-sdk"
import type { Mail, Place } from "./Call.ts"
import { calls } from "./calls.ts"

declare global {
  interface Window {
    readonly mailTo: (to: string) => Promise<Mail>
    /** Runs a part of a call; what is wrong, if anything. */
    runPart: (call: string, part: number, place: Place) => Promise<string | undefined>
  }
}

window.runPart = async (name, part, place) => {
  const world = { ...place, sdk, mailTo: (to: string) => window.mailTo(to) }
  try {
    await calls.find((call) => call.name === name)!.parts[part]!.run(world)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
