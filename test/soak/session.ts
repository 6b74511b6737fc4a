/**
 * Long runs of what `test/session` does briefly:
 *
 *     node --expose-gc test/soak/session.ts [first seed] [count]
 *
 * explores random histories of a session, then measures how much the heap grows
 * over many sign-ins and sign-outs. Prints the first failing seed and exits 1.
 */
import * as Effect from "effect/Effect"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { explore } from "../session/exploration.ts"
import { makeService, Session, withSession } from "../session/service.ts"
import { randomOf, run } from "../support/World.ts"

const first = Number(process.argv[2] ?? 1)
const count = Number(process.argv[3] ?? 10_000)

const traces = new Set<string>()
const started = performance.now()
for (let seed = first; seed < first + count; seed++) {
  try {
    traces.add(explore(seed).join("\n"))
  } catch (cause) {
    console.error(`seed ${seed}: ${String(cause)}\nreplay: node test/soak/session.ts ${seed} 1`)
    if (count === 1) console.error(cause)
    process.exit(1)
  }
}
console.log(`${count} histories, ${traces.size} distinct, ${Math.round(performance.now() - started)} ms, 0 violations`)

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
