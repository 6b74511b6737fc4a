/**
 * What the backend offers in development only: the emulator's mailbox and
 * clock, logins of a terminal, and the rights of an admin.
 */
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { RpcClient, type RpcClientError, RpcSerialization } from "effect/rpc"
import { Sessions } from "gatefold"
import { operation } from "gatefold/react"
import { Developer, developerPath } from "../../../backend/DeveloperContract.ts"

type Client = RpcClient.FromGroup<typeof Developer, RpcClientError.RpcClientError>

const Protocol = Layer.suspend(() =>
  RpcClient.layerProtocolHttp({ url: new URL(developerPath, globalThis.location.origin).href })
).pipe(Layer.provide([FetchHttpClient.layer, RpcSerialization.layerJson]))

const call = Effect.fnUntraced(
  function* <A, E>(use: (client: Client) => Effect.Effect<A, E>) {
    return yield* use(yield* RpcClient.make(Developer))
  },
  Effect.scoped,
  Effect.provide(Protocol)
)

/** The newest mails of everybody, newest first. */
export const mails = operation("Developer.mails")((input: { readonly limit: number }) =>
  call((developer) => developer.Mails(input))
)

export const clock = operation("Developer.clock")(() => call((developer) => developer.GetClock()))

export const advanceClock = operation("Developer.advanceClock", { stale: ["Developer.clock"] })((millis: number) =>
  call((developer) => developer.AdvanceClock({ millis }))
)

export const resetClock = operation("Developer.resetClock", { stale: ["Developer.clock"] })(() =>
  call((developer) => developer.ResetClock())
)

export const startTerminalLogin = operation("Developer.startTerminalLogin")(() =>
  call((developer) => developer.StartTerminalLogin())
)

export const terminalLogin = operation("Developer.terminalLogin")((id: string) =>
  call((developer) => developer.GetTerminalLogin({ id }))
)

/** Everything that depends on what the user may do is read again. */
export const makeMeAdmin = operation("Developer.makeMeAdmin", {
  stale: ["Permissions.list", "Permissions.get", "Permissions.has"]
})(function* () {
  const headers = yield* Sessions.authHeaders
  return yield* call((developer) => RpcClient.withHeaders(developer.MakeMeAdmin(), headers))
})
