/** What operations send is what they name; `test/conformance/supported.test.ts` looks at all the others. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { calledBy } from "../../tools/catalog/operations.ts"
import { driven, sentBy } from "./driven.ts"

describe("operations", () => {
  it.effect.each(driven)("%s sends what it names and nothing else", (name) =>
    Effect.map(sentBy(name), (sent) => expect(sent).toStrictEqual(calledBy(name)))
  )
})
