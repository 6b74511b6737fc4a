/** The control paths of faults; rules are as in `emulator.faults`. */
import * as Effect from "effect/Effect"
import { type FaultRule, invalidRule } from "../../faults/FaultRule.ts"
import { Faults } from "../../faults/Faults.ts"
import * as ControlPath from "../ControlPath.ts"

export const faultPaths: Effect.Effect<ControlPath.Paths, never, Faults> = Effect.map(Faults, (faults) => ({
  "GET faults": () => Effect.map(faults.list, (list) => ControlPath.json(200, list)),
  "POST faults": ({ request }) =>
    Effect.promise(() => request.text()).pipe(
      Effect.flatMap((text) => Effect.mapError(ControlPath.parseJson(text), () => invalidRule("It is not JSON."))),
      // `add` validates the value.
      Effect.flatMap((rule) => faults.add(rule as FaultRule)),
      Effect.match({
        onFailure: ({ message }) => ControlPath.error(400, message),
        onSuccess: (added) => ControlPath.json(201, added)
      })
    ),
  "DELETE faults": () => Effect.as(faults.clear, ControlPath.json(200, [])),
  "DELETE faults/*": ({ last: id }) =>
    Effect.map(faults.remove(id), (isGone) =>
      isGone ? ControlPath.json(200, { id }) : ControlPath.error(404, "There is no rule for faults with this id.")
    )
}))
