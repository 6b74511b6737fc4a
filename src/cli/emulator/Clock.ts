/** `gatefold emulator clock`: reads and moves the emulator's clock. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { refused } from "../CommandError.ts"
import { parseDuration } from "../input/Flags.ts"
import * as Output from "../output/Output.ts"
import * as Connection from "./Connection.ts"
import type { CommonInput } from "./ConnectionFlags.ts"

interface Time {
  readonly now_millis: number
  readonly offset_millis: number
}

const print = (input: CommonInput, time: Time) => {
  const ahead =
    time.offset_millis === 0
      ? "the same as this machine"
      : `${Duration.format(Duration.millis(time.offset_millis))} ahead of this machine`
  return Output.printResult(input, time, `${new Date(time.now_millis).toISOString()}, ${ahead}`)
}

export const show = (input: CommonInput) =>
  Effect.flatMap(Connection.ask<Time>(input, "GET", "clock"), (time) => print(input, time))

export const advance = Effect.fnUntraced(function* (input: CommonInput & { readonly by: string }) {
  const by = parseDuration(input.by)
  if (Option.isNone(by)) {
    return yield* refused(`Invalid duration ${JSON.stringify(input.by)}. Write a number and a unit, such as "8 days".`)
  }
  const millis = Duration.toMillis(by.value)
  if (!(millis > 0)) return yield* refused('The clock only moves forward. Pass a positive duration, such as "8 days".')
  const body = { advance_millis: Math.round(millis) }
  yield* print(input, yield* Connection.ask<Time>(input, "POST", "clock", { body }))
})

export const reset = (input: CommonInput) =>
  Effect.flatMap(Connection.ask<Time>(input, "POST", "clock", { body: { reset: true } }), (time) => print(input, time))
