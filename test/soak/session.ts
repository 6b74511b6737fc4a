/**
 * Measures how much the heap grows over many sign-ins and sign-outs of a session:
 *
 *     node --expose-gc test/soak/session.ts
 */
import * as Effect from "effect/Effect"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { makeService, Session, withSession } from "../session/service.ts"
import { randomOf, run } from "../explore/Schedule.ts"

const collect = () => (globalThis as { readonly gc?: () => void }).gc?.()
const cycles = 20_000
const growth = run(
  randomOf(1),
  Effect.gen(function* () {
    const service = makeService({ lifeSeconds: 600 })
    const cycle = Effect.gen(function* () {
      const session = yield* Session
      const { refreshToken } = yield* service.open("ada")
      yield* session.signIn(Effect.succeed({ refreshToken }))
      yield* session.credentials
      yield* session.signOut
      service.forget()
    })
    return yield* Effect.gen(function* () {
      const heap = Effect.sync(() => {
        collect()
        return process.memoryUsage().heapUsed
      })
      yield* Effect.forEach(Array.from({ length: 2000 }), () => cycle, { discard: true })
      const before = yield* heap
      for (let i = 0; i < cycles; i++) yield* cycle
      return ((yield* heap) - before) / cycles
    }).pipe(withSession(service, MemoryTokenStore.make()))
  })
)
if (growth?._tag === "Success") console.log(`${growth.value.toFixed(1)} bytes per sign-in and sign-out over ${cycles}`)
else process.exit(1)
