"use client"
/** Hooks for frequent reads. Each takes `{ as }` like `useResource`. */
import type { Team } from "../api/schema/Team.ts"
import type { ClientAppError } from "../app/ClientLayer.ts"
import { type OperationError, makeRead, type Success } from "../app/ClientOperation.ts"
import * as ApiKeys from "../client/ApiKeys.ts"
import * as ConnectedAccounts from "../client/ConnectedAccounts.ts"
import * as ContactChannels from "../client/ContactChannels.ts"
import * as Notifications from "../client/Notifications.ts"
import * as OwnedProjects from "../client/OwnedProjects.ts"
import * as Permissions from "../client/Permissions.ts"
import * as Project from "../client/Project.ts"
import * as ProviderAccounts from "../client/ProviderAccounts.ts"
import * as Sessions from "../client/Sessions.ts"
import * as TeamInvitations from "../client/TeamInvitations.ts"
import * as Teams from "../client/Teams.ts"
import {
  type Flavor,
  type ResourceOptions,
  type ResourceResult,
  type Shown,
  useRead,
  useResource
} from "./UseResource.ts"

const derive = <As extends Flavor, A, B, E>(
  shown: Shown<As, A, E>,
  { as }: ResourceOptions<As>,
  f: (value: A) => B
): Shown<As, B, E> => {
  if (as === "result") {
    const result = shown as ResourceResult<A, E>
    return (result.status === "success" ? { ...result, value: f(result.value) } : result) as Shown<As, B, E>
  }
  return (as === "value" && shown === undefined ? undefined : f(shown as A)) as Shown<As, B, E>
}

/** The teams of the current user, oldest first. */
export const useTeams = <const As extends Flavor>(options: ResourceOptions<As> = {}) =>
  useResource<typeof Teams.list, As>(Teams.list, undefined, options)

/** A team of the current user, or null for any other. */
export const useTeam = <const As extends Flavor>(teamId: string, options: ResourceOptions<As> = {}) =>
  derive<As, ReadonlyArray<Team>, Team | null, OperationError<typeof Teams.list> | ClientAppError>(
    useTeams<As>(options),
    options,
    (teams) => teams.find(({ id }) => id === teamId) ?? null
  )

/** How the members appear in a team; needs the permission `$read_members`. */
export const useTeamMembers = <const As extends Flavor>(teamId: string, options: ResourceOptions<As> = {}) =>
  useResource<typeof Teams.listMembers, As>(Teams.listMembers, teamId, options)

/** The pending invitations of a team; needs `$read_members` and `$invite_members`. */
export const useInvitations = <const As extends Flavor>(teamId: string, options: ResourceOptions<As> = {}) =>
  useResource<typeof TeamInvitations.list, As>(TeamInvitations.list, teamId, options)

/** The pending invitations to the verified addresses of the current user; see `TeamInvitations.listReceived`. */
export const useReceivedInvitations = <const As extends Flavor>(options: ResourceOptions<As> = {}) =>
  useResource<typeof TeamInvitations.listReceived, As>(TeamInvitations.listReceived, undefined, options)

/** Permissions of the current user, in a team or in the whole project. */
export const usePermissions = <const As extends Flavor>(
  { recursive, teamId }: Permissions.Scope = {},
  options: ResourceOptions<As> = {}
) => useResource<typeof Permissions.list, As>(Permissions.list, { recursive: recursive ?? true, teamId }, options)

/** A permission of the current user, or null. All questions about one scope share one request. */
export const usePermission = <const As extends Flavor>(
  permissionId: string,
  scope: Permissions.Scope = {},
  options: ResourceOptions<As> = {}
) =>
  derive<
    As,
    Success<typeof Permissions.list>,
    Success<typeof Permissions.list>[number] | null,
    OperationError<typeof Permissions.list> | ClientAppError
  >(
    usePermissions<As>(scope, options),
    options,
    (permissions) => permissions.find(({ id }) => id === permissionId) ?? null
  )

/** Returns the email addresses of the current user, oldest first. */
export const useContactChannels = <const As extends Flavor>(options: ResourceOptions<As> = {}) =>
  useResource<typeof ContactChannels.list, As>(ContactChannels.list, undefined, options)

/** The categories of mails, and whether the current user gets them. */
export const useNotificationCategories = <const As extends Flavor>(options: ResourceOptions<As> = {}) =>
  useResource<typeof Notifications.list, As>(Notifications.list, undefined, options)

/** The sessions of the current user, newest first. */
export const useSessions = <const As extends Flavor>(options: ResourceOptions<As> = {}) =>
  useResource<typeof Sessions.list, As>(Sessions.list, undefined, options)

/** The API keys of the current user, or of a team, newest first. */
export const useApiKeys = <const As extends Flavor>(
  { teamId }: { readonly teamId?: string | undefined } = {},
  options: ResourceOptions<As> = {}
) => {
  const read = teamId === undefined ? makeRead(ApiKeys.list, undefined) : makeRead(ApiKeys.listOfTeam, teamId)
  type List = typeof ApiKeys.list | typeof ApiKeys.listOfTeam
  return useRead<Success<List>, OperationError<List>, As>(read, options)
}

/** The project with the part of its configuration that clients may see. It is kept when another user signs in. */
export const useProject = <const As extends Flavor>(options: ResourceOptions<As> = {}) =>
  useRead<Success<typeof Project.get>, OperationError<typeof Project.get>, As>(
    { ...makeRead(Project.get, undefined), isOwnerless: true },
    options
  )

/** The projects that the current user owns, in the project `internal`. */
export const useOwnedProjects = <const As extends Flavor>(options: ResourceOptions<As> = {}) =>
  useResource<typeof OwnedProjects.list, As>(OwnedProjects.list, undefined, options)

/** The accounts at providers that the current user has connected, oldest first. */
export const useConnectedAccounts = <const As extends Flavor>(options: ResourceOptions<As> = {}) =>
  useResource<typeof ConnectedAccounts.list, As>(ConnectedAccounts.list, undefined, options)

/** The accounts of the current user at providers, and the uses of each, oldest first. */
export const useProviderAccounts = <const As extends Flavor>(options: ResourceOptions<As> = {}) =>
  useResource<typeof ProviderAccounts.list, As>(ProviderAccounts.list, undefined, options)
