/** The times of cursors in lists of users, so that a page can go on after the cursor's user was deleted. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as LruMap from "../../../cache/LruMap.ts"
import { StateParts } from "../../storage/StateParts.ts"

export class UserCursors extends Context.Service<
  UserCursors,
  {
    readonly get: (cursor: string) => number | undefined
    readonly set: (cursor: string, position: number) => void
  }
>()("gatefold/emulator/accounts/internal/UserCursors") {}

const maxPositions = 10_000

const make = Effect.gen(function* () {
  let positions = LruMap.make<string, number>(maxPositions)
  const parts = yield* StateParts
  parts.add({
    name: "cursors",
    schema: Schema.Array(Schema.Tuple([Schema.String, Schema.Finite])),
    capture: () => [...positions.entries],
    restore: (captured) => {
      positions = LruMap.make(maxPositions)
      for (const [cursor, position] of captured) positions.set(cursor, position)
    }
  })
  return UserCursors.of({
    get: (cursor) => positions.get(cursor),
    set: (cursor, position) => positions.set(cursor, position)
  })
})

/** Keeps the latest cursors in memory. */
export const layer = Layer.effect(UserCursors, make)
