/**
 * The operations of a server as promise methods.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { CallTimeout } from "../http/CallTimeout.ts"
import type { ServerUser } from "../api/schema/User.ts"
import * as ApiKeys from "../server/ApiKeys.ts"
import * as ConnectedAccounts from "../server/ConnectedAccounts.ts"
import * as ContactChannels from "../server/ContactChannels.ts"
import * as DataVault from "../server/DataVault.ts"
import * as Permissions from "../server/Permissions.ts"
import type { ServerApp, ServerAppError } from "../server/ServerApp.ts"
import * as Sessions from "../server/Sessions.ts"
import * as TeamInvitations from "../server/TeamInvitations.ts"
import * as Teams from "../server/Teams.ts"
import * as Users from "../server/Users.ts"
import { type CallOptions, type Methods, methods, reasonOf, type RunToExit } from "./Method.ts"

const areas = {
  apiKeys: ApiKeys,
  connectedAccounts: ConnectedAccounts,
  contactChannels: ContactChannels,
  dataVault: DataVault,
  permissions: Permissions,
  sessions: Sessions,
  teamInvitations: TeamInvitations,
  teams: Teams,
  users: Users
}

type Areas = { readonly [K in keyof typeof areas]: Methods<(typeof areas)[K], ServerAppError> }

/** Every operation of a server as a promise method, by area. */
export interface ServerMethods extends Omit<Areas, "users"> {
  readonly users: Areas["users"] & {
    /** All users, page by page: `for await (const user of app.users.stream())`. */
    readonly stream: (filter?: Parameters<typeof Users.stream>[0], options?: CallOptions) => AsyncIterable<ServerUser>
  }
}

/** Aborting ends the iteration with the signal's reason. */
const aborted = (signal: AbortSignal) =>
  Effect.callback<never, unknown>((resume) => {
    const onAbort = () => resume(Effect.fail(reasonOf(signal)))
    if (signal.aborted) return onAbort()
    signal.addEventListener("abort", onAbort, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", onAbort))
  })

/** Builds the methods over a runner of server effects. */
export const serverMethods = (
  run: RunToExit<ServerApp>,
  services: () => Promise<Context.Context<ServerApp>>
): ServerMethods => {
  const built = Object.fromEntries(
    Object.entries(areas).map(([area, module]) => [area, methods(run, module)])
  ) as unknown as Areas
  async function* stream(filter?: Parameters<typeof Users.stream>[0], options?: CallOptions) {
    // Callers without types may pass null.
    const { signal, timeout } = options ?? {}
    if (signal?.aborted) throw reasonOf(signal)
    const users = signal ? Stream.interruptWhen(Users.stream(filter), aborted(signal)) : Users.stream(filter)
    yield* Stream.toAsyncIterableWith(
      users,
      timeout === undefined ? await services() : Context.add(await services(), CallTimeout, timeout)
    )
  }
  return { ...built, users: { ...built.users, stream } }
}
