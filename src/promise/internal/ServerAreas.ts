/** The operations of a server as promise methods. */
import type * as Effect from "effect/Effect"
import type { ServerTeam } from "../../api/schema/Team.ts"
import type { ServerUser } from "../../api/schema/User.ts"
import type { Interrupted } from "../../operation/Interrupted.ts"
import * as AllPages from "../../server/AllPages.ts"
import * as ApiKeys from "../../server/ApiKeys.ts"
import * as ConnectedAccounts from "../../server/ConnectedAccounts.ts"
import * as ContactChannels from "../../server/ContactChannels.ts"
import * as DataVault from "../../server/DataVault.ts"
import * as Emails from "../../server/Emails.ts"
import * as Notifications from "../../server/Notifications.ts"
import * as Outbox from "../../server/Outbox.ts"
import type { ReadPage } from "../../server/Pages.ts"
import * as Permissions from "../../server/Permissions.ts"
import * as ProviderAccounts from "../../server/ProviderAccounts.ts"
import type { ServerApp, ServerAppError } from "../../server/ServerApp.ts"
import * as Sessions from "../../server/Sessions.ts"
import * as TeamInvitations from "../../server/TeamInvitations.ts"
import * as Teams from "../../server/Teams.ts"
import * as Users from "../../server/Users.ts"
import {
  type CallOptions,
  type MethodsByArea,
  makeMethodsByArea,
  orReject,
  abortReason,
  type RunToExit,
  type TypedIterable
} from "../Method.ts"

const areas = {
  apiKeys: ApiKeys,
  connectedAccounts: ConnectedAccounts,
  contactChannels: ContactChannels,
  dataVault: DataVault,
  emails: Emails,
  notifications: Notifications,
  outbox: Outbox,
  permissions: Permissions,
  providerAccounts: ProviderAccounts,
  sessions: Sessions,
  teamInvitations: TeamInvitations,
  teams: Teams,
  users: Users
}

type Areas = MethodsByArea<typeof areas, ServerAppError>

type PageError<PagesOf extends (filter?: never) => ReadPage<unknown, unknown, unknown>> =
  | Effect.Error<ReturnType<ReturnType<PagesOf>>>
  | ServerAppError
  | Interrupted

/** Every operation of a server as a promise method, by area. */
export interface ServerMethods extends Omit<Areas, "teams" | "users"> {
  readonly teams: Areas["teams"] & {
    /** All teams, page by page: `for await (const team of app.teams.stream())`. Only in the current service. */
    readonly stream: (
      filter?: AllPages.TeamOptions,
      options?: CallOptions
    ) => TypedIterable<ServerTeam, PageError<typeof AllPages.pageTeams>>
  }
  readonly users: Areas["users"] & {
    /** All users, page by page: `for await (const user of app.users.stream())`. */
    readonly stream: (
      filter?: AllPages.UserOptions,
      options?: CallOptions
    ) => TypedIterable<ServerUser, PageError<typeof AllPages.pageUsers>>
  }
}

/** Builds the methods over a runner of server effects. */
export const makeServerMethods = (run: RunToExit<ServerApp>): ServerMethods => {
  const built = makeMethodsByArea<typeof areas, ServerAppError, ServerApp>(run, areas)
  async function* readEach<A, E>(page: ReadPage<A, E, ServerApp>, options?: CallOptions) {
    // Callers without types may pass null.
    const { signal, ...others } = options ?? {}
    let cursor: string | null | undefined
    while (cursor !== null) {
      const { items, nextCursor } = await orReject(run, page(cursor), { ...others, signal: signal ?? undefined })
      for (const item of items) {
        if (signal?.aborted) throw abortReason(signal)
        yield item
      }
      cursor = nextCursor
    }
  }
  return {
    ...built,
    teams: { ...built.teams, stream: (filter, options) => readEach(AllPages.pageTeams(filter), options) },
    users: { ...built.users, stream: (filter, options) => readEach(AllPages.pageUsers(filter), options) }
  }
}
