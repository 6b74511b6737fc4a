import type { Notes } from "./Note.ts"

/** Teams, permissions, API keys, and the projects of owners. */
export const teams: Notes = {
  TeamNotFound: {
    when: "The project has no team with this id, or it was deleted meanwhile. Clients who are no members hear `TeamMembershipNotFound` instead, in most operations.",
    todo: 'Take it for "does not exist". In a list, read the list again.',
    call: "serverApp.teams.get",
    handle: "console.log(`No team ${$.details.teamId}`)"
  },
  TeamMembershipNotFound: {
    when: "The user is not a member of the team: removed, left, or never in it. To clients, a team that does not exist looks the same. `CurrentUser.setSelectedTeam` and `Users.update` say it of a team that should be selected.",
    todo: 'Take it for "not yours": lead to the list of teams, and read it again.',
    call: "app.teams.get",
    handle: "console.log(await app.teams.list())"
  },
  TeamMembershipAlreadyExists: {
    when: "A server adds a user to a team that the user is in already.",
    todo: "Nothing: the user is a member.",
    call: "serverApp.teams.addMember"
  },
  TeamAlreadyExists: {
    when: "Never: services know the code and send it nowhere. Teams get their ids from the service.",
    todo: "Nothing."
  },
  TeamInvitationRestrictedUserNotAllowed: {
    when: "A restricted user opens an invitation: the address is not verified where the project asks for that, an administrator has restricted the account, or it is a guest's.",
    todo: "Remove the reason in `details.restrictedReason`, then send a new invitation: accepting by the code of the mail has spent it. An invitation that was accepted by id stays valid.",
    call: "app.teamInvitations.accept",
    handle: "console.log(`Restricted: ${$.details.restrictedReason.type}`)"
  },
  TeamInvitationEmailMismatch: {
    when: "The invitation went to an address that the user has not verified. Only copies of the service of May 2026 ask for it; the ones before and after take whoever opens the link.",
    todo: "Sign in with the invited address, or add and verify it on this account.",
    call: "app.teamInvitations.accept"
  },
  ItemQuantityInsufficientAmount: {
    when: "The hosted service limits how many members a team has by what it pays for, and no seat is left.",
    todo: "Show who can change the plan. The invitation stays good.",
    call: "app.teamInvitations.accept",
    handle: "console.log(`Nothing left of ${$.details.itemId}`)"
  },
  ClientTeamCreationNotEnabled: {
    when: "A client creates a team, and the project does not let clients do that (`clientTeamCreationEnabled` is off).",
    todo: "Hide the button (`Project.get` has `clientTeamCreationEnabled`), create teams on your server, or turn it on in the project.",
    call: "app.teams.create"
  },
  ProjectWithoutTeam: {
    when: "A project is owned by a user and no team, and only a team can hand a project over. Projects of before there were owning teams are so.",
    todo: "Nothing helps from the API: have the service's operators give the project a team.",
    call: "app.ownedProjects.transfer"
  },
  PermissionIdAlreadyExists: {
    when: "A permission with this id exists. Permissions of teams and of the project share their ids, and those that begin with `$` are the service's.",
    todo: "Choose another id, or update the permission that is there.",
    call: "adminApp.permissionDefinitions.create",
    handle: "console.log(`${$.details.permissionId} is taken`)"
  },
  PermissionNotFound: {
    when: "The project defines no permission with this id, or the user does not hold the project permission that is to be revoked.",
    todo: "Define it first (`PermissionDefinitions.create`), or compare its spelling. A revocation may take it for done.",
    call: "serverApp.permissions.grant",
    handle: "console.log(`No permission ${$.details.permissionId}`)"
  },
  PermissionScopeMismatch: {
    when: "The permission exists, but is one of teams where one of the project is needed, or the reverse: `grant` with `teamId` wants the former, without it the latter.",
    todo: "Pass or leave out `teamId`, by `details.expectedScope`.",
    call: "serverApp.permissions.grant",
    handle: "console.log(`${$.details.permissionId} is one of scope ${$.details.actualScope}`)"
  },
  ContainedPermissionNotFound: {
    when: "A permission should contain one that does not exist in its scope, or itself.",
    todo: "Create the contained one first, with the same scope.",
    call: "adminApp.permissionDefinitions.create",
    handle: "console.log(`No permission ${$.details.permissionId} to contain`)"
  },
  ProjectPermissionRequired: {
    when: "Never: services know the code and send it nowhere. What your own backend refuses is `Forbidden`.",
    todo: "Grant the permission (`Permissions.grant`)."
  },
  TeamPermissionRequired: {
    when: "The user is a member, and lacks the permission that the operation needs, such as `$update_team`, `$invite_members`, `$remove_members` or `$manage_api_keys`. Handing a project over needs `team_admin`.",
    todo: "Hide what `Permissions.has` answers false for. An administrator of the team can grant `details.permissionId`.",
    call: "app.teams.update",
    handle: "console.log(`You need ${$.details.permissionId}`)"
  },
  TeamPermissionNotFound: {
    when: 'A permission is revoked that the user does not hold directly in the team: not at all, or through another permission that contains it. The status is 401, although it means "not found".',
    todo: "Revoke the permission that contains it, or take it for done.",
    call: "serverApp.permissions.revoke",
    handle: "console.log(`${$.details.permissionId} is not held directly`)"
  },
  ApiKeyNotFound: {
    when: "There is no API key with this id or value, it belongs to another owner, or the caller lacks `$manage_api_keys` in the team: the service does not say which.",
    todo: 'Take it for "does not exist". In a list, read the list again; to check a key that came with a request, use `checkOfUser` or `checkOfTeam`, which answer null.',
    call: "app.apiKeys.get",
    handle: "console.log(await app.apiKeys.list())"
  },
  PublicApiKeyCannotBeRevoked: {
    when: "Only the service's endpoint for secret scanners sends it, which Gatefold does not call: it does not revoke keys that are meant to be public.",
    todo: "Revoke the key with `ApiKeys.revoke`."
  },
  ApiKeyExpired: {
    when: "The API key that is verified is past its `expiresAt`. `checkOfUser` and `checkOfTeam` answer null instead.",
    todo: "Answer 401 to whoever sent it. Its owner creates a new one.",
    call: "serverApp.apiKeys.verifyOfUser"
  },
  ApiKeyRevoked: {
    when: "The API key that is verified was revoked. `checkOfUser` and `checkOfTeam` answer null instead.",
    todo: "Answer 401 to whoever sent it.",
    call: "serverApp.apiKeys.verifyOfUser"
  },
  WrongApiKeyType: {
    when: "A key of a team was verified as a user's, or the reverse.",
    todo: "Call the other of `verifyOfUser` and `verifyOfTeam`, or `UserOrApiKey` of `gatefold/backend`, which takes both.",
    call: "serverApp.apiKeys.verifyOfUser",
    handle: "console.log(`A key of a ${$.details.actualType}`)"
  },
  UserApiKeysNotEnabled: {
    when: "The project has no API keys of users (`allowUserApiKeys` is off).",
    todo: "Hide the page (`Project.get` has `allowUserApiKeys`), or turn them on in the project.",
    call: "app.apiKeys.list"
  },
  TeamApiKeysNotEnabled: {
    when: "The project has no API keys of teams (`allowTeamApiKeys` is off).",
    todo: "Hide the page (`Project.get` has `allowTeamApiKeys`), or turn them on in the project.",
    call: "app.apiKeys.listOfTeam"
  }
}
