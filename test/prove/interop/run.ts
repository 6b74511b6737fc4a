/** Runs calls in this process or in a page, and tells what came of them. */
import { waitMillis } from "../../support/patience.ts"
import { type Call, type Circumstances, unknown } from "./Call.ts"
import type { Service } from "./Service.ts"

/** What came of a call. */
export type Outcome =
  | { readonly _tag: "Passed" }
  /** It cannot pass, for a reason that was known before, or because the emulator lacks an endpoint. */
  | { readonly _tag: "Excused"; readonly reason: string }
  | { readonly _tag: "Failed"; readonly message: string }

/** Where calls run. */
export interface Platform {
  readonly name: Circumstances["platform"]
  /** Fails with what is wrong with a call. */
  readonly run: (call: Call) => Promise<void>
  readonly close: () => Promise<void>
}

const inTime = async (running: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("it did not end")), waitMillis)
  })
  try {
    await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Runs one call. */
export const runCall = async (
  call: Call,
  platform: Platform,
  service: Service,
  circumstances: Circumstances
): Promise<Outcome> => {
  const excuse = call.unless(circumstances)
  if (excuse === unknown) return { _tag: "Excused", reason: excuse }
  await service.takeAbsent()
  try {
    await inTime(platform.run(call))
  } catch (error) {
    const [message = ""] = (error instanceof Error ? error.message : String(error)).split("\n", 1)
    const method = /\.(\w+) is not a function$/.exec(message)?.[1]
    if (method !== undefined && call.name.includes(`.${method}`)) {
      return { _tag: "Excused", reason: excuse ?? unknown }
    }
    const [absent] = await service.takeAbsent()
    const reason = excuse ?? (absent && `the emulator has no \`${absent}\``)
    return reason === undefined ? { _tag: "Failed", message } : { _tag: "Excused", reason }
  }
  if (excuse === undefined) return { _tag: "Passed" }
  return { _tag: "Failed", message: `it passes, although it was said not to: ${excuse}` }
}
