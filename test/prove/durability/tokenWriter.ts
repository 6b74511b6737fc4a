/**
 * A program that counts up in the session of a terminal, which others do at the same time: prints each number that was
 * acknowledged to it. `tokenWriter.ts <folder> <times>`
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as ConfigFileTokenStore from "../../../src/terminal/ConfigFileTokenStore.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import { readNumber, optionsIn, makeToken } from "./stores.ts"

const [folder = "", times = "1"] = process.argv.slice(2)

const program = Effect.gen(function* () {
  const store = yield* TokenStore
  for (let done = 0; done < Number(times);) {
    const tokens = yield* store.get
    const next = readNumber(tokens) + 1
    const isMine = yield* store.compareAndSet(tokens, { refreshToken: Redacted.make(makeToken(next)) })
    if (!isMine) continue
    done++
    console.log(next)
  }
})

Effect.runPromise(Effect.provide(program, ConfigFileTokenStore.layer(optionsIn(folder)))).catch((error: unknown) => {
  console.error(error instanceof Error ? `${error.name}: ${error.message}` : error)
  process.exitCode = 1
})
