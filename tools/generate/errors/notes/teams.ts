/** Teams, permissions, API keys, and the projects of owners. */
import type { Notes } from "./Note.ts"

export const teams: Notes = {
  TeamNotFound: {
    when: "The project has no team with this ID, or it was deleted in the meantime. In most operations, clients who aren't members get `TeamMembershipNotFound` instead.",
    todo: 'Treat it as "does not exist". In a list, read the list again.',
    call: "serverApp.teams.get",
    handle: "console.log(`No team ${$.details.teamId}`)"
  },
  TeamMembershipNotFound: {
    when: "The user isn't a member of the team: they were removed, left, or never joined. To clients, a team that doesn't exist looks the same. `CurrentUser.setSelectedTeam` and `Users.update` also fail with it for the team to select.",
    todo: 'Treat it as "not a member": show the list of teams, and read it again.',
    call: "app.teams.get",
    handle: "console.log(await app.teams.list())"
  },
  TeamMembershipAlreadyExists: {
    when: "A server adds a user to a team that the user already belongs to.",
    todo: "Nothing: the user is a member.",
    call: "serverApp.teams.addMember"
  },
  TeamAlreadyExists: {
    when: "The services define this code but never send it. The service creates the team IDs.",
    todo: "Nothing."
  },
  TeamInvitationRestrictedUserNotAllowed: {
    when: "A restricted user opens an invitation. Their address isn't verified although the project requires it, an administrator restricted the account, or the user is a guest.",
    todo: "Remove the reason in `details.restrictedReason`, then send a new invitation, because accepting with the emailed code has spent it. An invitation that the user accepted by ID stays valid.",
    call: "app.teamInvitations.accept",
    handle: "console.log(`Restricted: ${$.details.restrictedReason.type}`)"
  },
  TeamInvitationEmailMismatch: {
    when: "The invitation went to an address that the user hasn't verified. Only copies of the service from May 2026 require this. Earlier and later ones accept anyone who opens the link.",
    todo: "Sign in with the invited address, or add and verify it on this account.",
    call: "app.teamInvitations.accept"
  },
  ItemQuantityInsufficientAmount: {
    when: "A server takes more of an item than the customer has ([Payments](../guides/payments.md)). It also ends `TeamInvitations.accept` at the hosted service, if the plan limits the members of a team and no seat is left.",
    todo: "Offer the customer more, or show who can change the plan. Nothing was taken, and the invitation stays valid.",
    call: "app.teamInvitations.accept",
    handle: "console.log(`Nothing left of ${$.details.itemId}`)"
  },
  ClientTeamCreationNotEnabled: {
    when: "A client tried to create a team, and the project doesn't allow it (`clientTeamCreationEnabled` is off).",
    todo: "Hide the button (`Project.get` returns `clientTeamCreationEnabled`), create teams on your server, or turn it on in the project.",
    call: "app.teams.create"
  },
  ProjectWithoutTeam: {
    when: "The project belongs to a user without a team, and only a team can transfer a project. This applies to projects from before teams could own projects.",
    todo: "The API can't fix this. Ask the service's operators to assign the project to a team.",
    call: "app.ownedProjects.transfer"
  },
  PermissionIdAlreadyExists: {
    when: "A permission with this ID already exists. Team permissions and project permissions share their IDs, and IDs that begin with `$` belong to the service.",
    todo: "Choose another ID, or update the existing permission.",
    call: "adminApp.permissionDefinitions.create",
    handle: "console.log(`${$.details.permissionId} is taken`)"
  },
  PermissionNotFound: {
    when: "The project defines no permission with this ID, or you revoked a project permission that the user doesn't have.",
    todo: "Define it first (`PermissionDefinitions.create`), or check the spelling. When you revoke, you can treat it as done.",
    call: "serverApp.permissions.grant",
    handle: "console.log(`No permission ${$.details.permissionId}`)"
  },
  PermissionScopeMismatch: {
    when: "The permission exists, but has the wrong scope: `grant` with `teamId` needs a team permission, and without it a project permission.",
    todo: "Pass or omit `teamId`, according to `details.expectedScope`.",
    call: "serverApp.permissions.grant",
    handle: "console.log(`${$.details.permissionId} is one of scope ${$.details.actualScope}`)"
  },
  ContainedPermissionNotFound: {
    when: "A permission contains itself, or one that doesn't exist in its scope.",
    todo: "Create the contained permission first, with the same scope.",
    call: "adminApp.permissionDefinitions.create",
    handle: "console.log(`No permission ${$.details.permissionId} to contain`)"
  },
  ProjectPermissionRequired: {
    when: "The services define this code but never send it. Your backend refuses with `Forbidden`.",
    todo: "Grant the permission (`Permissions.grant`)."
  },
  TeamPermissionRequired: {
    when: "The user is a member, but lacks the permission that the operation needs, such as `$update_team`, `$invite_members`, `$remove_members` or `$manage_api_keys`. Transferring a project needs `team_admin`.",
    todo: "Hide controls if `Permissions.has` returns false. A team administrator can grant `details.permissionId`.",
    call: "app.teams.update",
    handle: "console.log(`You need ${$.details.permissionId}`)"
  },
  TeamPermissionNotFound: {
    when: "You revoked a permission that the user doesn't hold directly in the team: they don't have it, or another permission contains it. The status is 401, although it means \"not found\".",
    todo: "Revoke the permission that contains it, or treat it as done.",
    call: "serverApp.permissions.revoke",
    handle: "console.log(`${$.details.permissionId} is not held directly`)"
  },
  ApiKeyNotFound: {
    when: "No API key has this ID or value, it belongs to another owner, or the caller lacks `$manage_api_keys` in the team. The service doesn't say which.",
    todo: 'Treat it as "does not exist". In a list, read the list again. To check a key from a request, use `checkOfUser` or `checkOfTeam`, which return null.',
    call: "app.apiKeys.get",
    handle: "console.log(await app.apiKeys.list())"
  },
  PublicApiKeyCannotBeRevoked: {
    when: "Only the service's endpoint for secret scanners sends it: that endpoint doesn't revoke public keys. Gatefold doesn't call it.",
    todo: "Revoke the key with `ApiKeys.revoke`."
  },
  ApiKeyExpired: {
    when: "The API key that you verify is past its `expiresAt`. `checkOfUser` and `checkOfTeam` return null instead.",
    todo: "Answer 401 to the sender. The key's owner creates a new one.",
    call: "serverApp.apiKeys.verifyOfUser"
  },
  ApiKeyRevoked: {
    when: "The API key that you verify was revoked. `checkOfUser` and `checkOfTeam` return null instead.",
    todo: "Answer 401 to the sender.",
    call: "serverApp.apiKeys.verifyOfUser"
  },
  WrongApiKeyType: {
    when: "You verified a team's key as a user's key, or the reverse.",
    todo: "Call the other one of `verifyOfUser` and `verifyOfTeam`, or use `UserOrApiKey` from `gatefold/backend`, which accepts both.",
    call: "serverApp.apiKeys.verifyOfUser",
    handle: "console.log(`A key of a ${$.details.actualType}`)"
  },
  UserApiKeysNotEnabled: {
    when: "The project has API keys for users turned off (`allowUserApiKeys`).",
    todo: "Hide the page (`Project.get` returns `allowUserApiKeys`), or turn them on in the project.",
    call: "app.apiKeys.list"
  },
  TeamApiKeysNotEnabled: {
    when: "The project has API keys for teams turned off (`allowTeamApiKeys`).",
    todo: "Hide the page (`Project.get` returns `allowTeamApiKeys`), or turn them on in the project.",
    call: "app.apiKeys.listOfTeam"
  }
}
