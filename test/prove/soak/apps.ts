/** Apps that are made, asked for their user, and disposed of: of promises, and layers of Effect. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CurrentUser from "../../../src/client/CurrentUser.ts"
import * as ClientApp from "../../../src/http/ClientApp.ts"
import { createClientApp } from "../../../src/promise/index.ts"
import * as Session from "../../../src/session/Session.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import type { Verdict } from "../../support/verdicts.ts"
import { makePeople } from "./makePeople.ts"
import { growth, usage } from "./Usage.ts"

export const apps = async (count: number): Promise<ReadonlyArray<Verdict>> => {
  const { dispose, forget, options, tokens } = await makePeople()
  const ofPromises = async () => {
    await using app = createClientApp({ ...options, tokenStore: tokens })
    const user = await app.currentUser.get()
    if (user?.displayName !== "Ann") throw new Error("an app has another user")
  }
  const { http, ...project } = options
  const ofEffect = async () => {
    const user = await CurrentUser.get.pipe(
      Effect.provide(
        Layer.fresh(Session.layer).pipe(
          Layer.provideMerge(Layer.succeed(TokenStore, MemoryTokenStore.make(tokens))),
          Layer.provideMerge(ClientApp.layer(project)),
          Layer.provide(http)
        )
      ),
      Effect.runPromise
    )
    if (user?.displayName !== "Ann") throw new Error("a layer has another user")
  }
  const verdicts: Array<Verdict> = []
  for (const [name, make] of [
    ["apps of promises, made and disposed of", ofPromises],
    ["layers of Effect, built and closed", ofEffect]
  ] as const) {
    for (let i = 0; i < count / 4; i++) await make()
    await forget()
    const before = await usage()
    for (let i = 0; i < count; i++) await make()
    await forget()
    verdicts.push(growth(name, `${count} apps`, before, await usage()))
  }
  await dispose()
  return verdicts
}
