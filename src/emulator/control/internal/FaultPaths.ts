/** The control paths of faults; rules are as in `emulator.faults`. */
import * as Effect from "effect/Effect"
import { type FaultRule, invalidRule } from "../../faults/FaultRule.ts"
import { Faults } from "../../faults/Faults.ts"
import * as ControlPath from "../ControlPath.ts"

export const faultPaths: Effect.Effect<ControlPath.Paths, never, Faults> = Effect.map(Faults, (faults) => ({
  "GET faults": () => faults.list,
  "POST faults": (request) =>
    ControlPath.readText(request).pipe(
      Effect.flatMap((text) => Effect.mapError(ControlPath.parseJson(text), () => invalidRule("It is not JSON."))),
      // `add` validates the value.
      Effect.flatMap((rule) => faults.add(rule as FaultRule)),
      Effect.mapBoth({
        onFailure: ({ message }) => new ControlPath.Refused({ status: 400, problem: message }),
        onSuccess: (added) => ControlPath.json(201, added)
      })
    ),
  "DELETE faults": () => Effect.as(faults.clear, []),
  "DELETE faults/*": ({ last: id }) =>
    ControlPath.answerRemoval(faults.remove(id), id, "There is no rule for faults with this id.")
}))
