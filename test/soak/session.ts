/** Sign-in, read and sign-out of one session, many times, over a service in a few lines: only the session can grow. */
import * as Effect from "effect/Effect"
import * as AuthorizedTransport from "../../src/session/AuthorizedTransport.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { getMe } from "../../src/wire/generated/Users.ts"
import { randomOf, run } from "../explore/Schedule.ts"
import { makeService, Session, withSession } from "../session/service.ts"
import type { Verdict } from "../support/verdicts.ts"
import { growth, usage } from "./Usage.ts"

/** The warm-up, a part of the cycles. */
const warmUp = 0.1

export const session = async (cycles: number): Promise<ReadonlyArray<Verdict>> => {
  const service = makeService({ lifeSeconds: 600 })
  const store = MemoryTokenStore.make()
  const cycle = Effect.gen(function* () {
    const { signIn, signOut } = yield* Session
    const { refreshToken } = yield* service.open("ada")
    yield* signIn(Effect.succeed({ refreshToken }))
    yield* AuthorizedTransport.call(getMe, {})
    yield* signOut
    service.forget()
  })
  const repeat = (times: number) => {
    const exit = run(
      randomOf(1),
      Effect.gen(function* () {
        for (let i = 0; i < times; i++) yield* cycle
      }).pipe(withSession(service, store))
    )
    if (exit?._tag !== "Success") throw new Error(`a cycle failed: ${JSON.stringify(exit)}`)
  }
  repeat(Math.ceil(cycles * warmUp))
  const before = await usage()
  repeat(cycles)
  return [growth("sign-in, read and sign-out of a session", `${cycles} cycles`, before, await usage())]
}
