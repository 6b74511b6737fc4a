/** Sign-in, read and sign-out of one session, many times, over a service in a few lines: only the session can grow. */
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as AuthorizedTransport from "../../../src/session/AuthorizedTransport.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import { getMe } from "../../../src/wire/generated/Users.ts"
import { makeService, Session, sessionOver } from "../../session/service.ts"
import type { Verdict } from "../../support/verdicts.ts"
import { growth, usage } from "./Usage.ts"

/** The warm-up, a part of the cycles. */
const warmUp = 0.1

export const session = async (cycles: number): Promise<ReadonlyArray<Verdict>> => {
  const service = makeService({ lifeSeconds: 600 })
  const cycle = Effect.gen(function* () {
    const { signIn, signOut } = yield* Session
    const { refreshToken } = yield* service.open("ada")
    yield* signIn(Effect.succeed({ refreshToken }))
    yield* AuthorizedTransport.call(getMe, {})
    yield* signOut
    service.forget()
  })
  const runtime = ManagedRuntime.make(sessionOver(service, MemoryTokenStore.make()))
  const repeat = (times: number) => runtime.runPromise(Effect.repeat(cycle, { times: times - 1 }))
  await repeat(Math.ceil(cycles * warmUp))
  const before = await usage()
  await repeat(cycles)
  const verdict = growth("sign-in, read and sign-out of a session", `${cycles} cycles`, before, await usage())
  await runtime.dispose()
  return [verdict]
}
