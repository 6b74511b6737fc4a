/**
 * `users-stream.ts <users>`: milliseconds that `Users.stream` takes for that many users of an emulator in this process,
 * and the megabytes that the heap grows by meanwhile. Run it with `--expose-gc`.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Emulator from "../../../src/emulator/index.ts"
import * as Http from "../../../src/http/Http.ts"
import * as ServerApp from "../../../src/server/ServerApp.ts"
import * as Users from "../../../src/server/UsersWithStream.ts"

const wanted = Number(process.argv[2] ?? "1000")

/** How many users go by between two looks at the heap. */
const sample = Math.min(2_500, wanted / 4)

const heap = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const measure = Effect.gen(function* () {
  yield* Effect.forEach(Array.from({ length: wanted }), (_, n) => Users.create({ displayName: `User ${n}` }), {
    concurrency: 50,
    discard: true
  })
  const before = heap()
  let most = before
  const start = performance.now()
  const users = yield* Users.stream({ pageSize: 500 }).pipe(
    Stream.runFold(
      () => 0,
      (seen) => {
        if (seen % sample === 0) most = Math.max(most, heap())
        return seen + 1
      }
    )
  )
  if (users !== wanted) return yield* Effect.die(`saw ${users} of ${wanted} users`)
  return { users, milliseconds: performance.now() - start, megabytes: (Math.max(most, heap()) - before) / 2 ** 20 }
})

const app = Effect.map(Emulator.Emulator, ({ baseUrl, fetch, project }) =>
  ServerApp.layer({ ...project!, apiUrl: baseUrl }).pipe(Layer.provide(Http.layerHandler(fetch)))
).pipe(Layer.unwrap, Layer.provide(Emulator.layer({ passwordCost: "insecure-fast", project: {} })))

console.log(JSON.stringify(await Effect.runPromise(Effect.provide(measure, app))))
