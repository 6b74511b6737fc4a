/** The control paths of faults; rules are as in `emulator.faults`. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type FaultRule, invalidRule } from "../../faults/FaultRule.ts"
import { Faults } from "../../faults/Faults.ts"
import { error, json, type Paths } from "../ControlPath.ts"

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

/** The paths that list, add and remove rules for faults. */
export const faultPaths: Effect.Effect<Paths, never, Faults> = Effect.map(Faults, (faults) => ({
  "GET faults": () => Effect.map(faults.list, (list) => json(200, list)),
  "POST faults": ({ request }) =>
    Effect.promise(() => request.text()).pipe(
      Effect.flatMap((text) => Effect.mapError(decode(text), () => invalidRule("It is not JSON."))),
      // `add` validates the value.
      Effect.flatMap((rule) => faults.add(rule as FaultRule)),
      Effect.match({ onFailure: ({ message }) => error(400, message), onSuccess: (added) => json(201, added) })
    ),
  "DELETE faults": () => Effect.as(faults.clear, json(200, [])),
  "DELETE faults/*": ({ last: id }) =>
    Effect.map(faults.remove(id), (isGone) =>
      isGone ? json(200, { id }) : error(404, "There is no rule for faults with this id.")
    )
}))
