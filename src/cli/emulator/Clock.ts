/** `gatefold emulator clock`: reads and moves the emulator's clock. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { refused } from "../CommandError.ts"
import { parseDuration } from "../input/Flags.ts"
import * as Output from "../output/Output.ts"
import * as Connection from "./Connection.ts"
import type { CommonInput } from "./ConnectionFlags.ts"

const Time = Schema.Struct({ now_millis: Schema.Finite, offset_millis: Schema.Finite })
type Time = typeof Time.Type

const print = (input: CommonInput, time: Time) => {
  const ahead =
    time.offset_millis === 0
      ? "the same as this machine"
      : `${Duration.format(Duration.millis(time.offset_millis))} ahead of this machine`
  return Output.printResult(input, time, `${new Date(time.now_millis).toISOString()}, ${ahead}`)
}

export const show = (input: CommonInput) =>
  Effect.flatMap(Connection.ask(input, "GET", "clock", Time), (time) => print(input, time))

export const advance = Effect.fnUntraced(function* (input: CommonInput & { readonly by: string }) {
  const by = parseDuration(input.by)
  if (Option.isNone(by)) {
    return yield* refused(`Invalid duration ${JSON.stringify(input.by)}. Write a number and a unit, such as "8 days".`)
  }
  const millis = Duration.toMillis(by.value)
  if (!(millis > 0)) return yield* refused('The clock only moves forward. Pass a positive duration, such as "8 days".')
  const body = { advance_millis: Math.round(millis) }
  yield* print(input, yield* Connection.ask(input, "POST", "clock", Time, { body }))
})

export const reset = (input: CommonInput) =>
  Effect.flatMap(Connection.ask(input, "POST", "clock", Time, { body: { reset: true } }), (time) => print(input, time))
