/**
 * What the types of the operations of servers and admins promise: a missing key is an error of the compiler. Nothing
 * here does anything at run time.
 */
import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type * as Stream from "effect/Stream"
import * as AdminApp from "../../src/admin/AdminApp.ts"
import type * as InternalApiKeys from "../../src/admin/InternalApiKeys.ts"
import type * as OwnedProjects from "../../src/admin/OwnedProjects.ts"
import * as PermissionDefinitions from "../../src/admin/PermissionDefinitions.ts"
import * as Project from "../../src/admin/Project.ts"
import type { TeamApiKey, UserApiKey } from "../../src/api/schema/ApiKey.ts"
import type { ServerUser } from "../../src/api/schema/User.ts"
import type { RequestRefused } from "../../src/domain/errors/RequestRefused.ts"
import type { UserNotAllowed } from "../../src/domain/errors/Session.ts"
import type { TransportError } from "../../src/domain/errors/TransportError.ts"
import type { EmailDraftId, EmailTemplateId, UserId } from "../../src/domain/Ids.ts"
import type { ClientApp } from "../../src/http/ClientApp.ts"
import type * as ApiKeys from "../../src/server/ApiKeys.ts"
import type * as ConnectedAccounts from "../../src/server/ConnectedAccounts.ts"
import type * as CurrentUser from "../../src/server/CurrentUser.ts"
import * as Emails from "../../src/server/Emails.ts"
import type * as Notifications from "../../src/server/Notifications.ts"
import type * as Outbox from "../../src/server/Outbox.ts"
import type * as Permissions from "../../src/server/Permissions.ts"
import * as ServerApp from "../../src/server/ServerApp.ts"
import type * as Sessions from "../../src/server/Sessions.ts"
import type * as TeamInvitations from "../../src/server/TeamInvitations.ts"
import type * as Teams from "../../src/server/Teams.ts"
import * as Users from "../../src/server/UsersWithStream.ts"
import type { Session } from "../../src/session/Session.ts"
import * as ProjectsWire from "../../src/wire/generated/Projects.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"

type Answer<Op> = Op extends (...args: ReadonlyArray<never>) => infer R ? R : Op
type TagOf<E> = E extends { readonly _tag: infer Tag } ? Tag : never
type Tags<Op> = TagOf<Effect.Error<Answer<Op>>>
type Needs<Op> = Effect.Services<Answer<Op>>
type Gives<Op> = Effect.Success<Answer<Op>>

/** Any call. */
type Call = (RequestRefused | TransportError)["_tag"]
/** Whatever can be wrong about `me`. */
type Me = "CannotGetOwnUserWithoutUser"

declare const templateId: EmailTemplateId
declare const draftId: EmailDraftId
declare const app: ServerApp.ServerApp["Service"]
declare const admin: AdminApp.AdminApp["Service"]

describe("operations", () => {
  it("of servers fail with exactly the errors that they can meet", () => {
    expectTypeOf<Tags<typeof Users.create>>().toEqualTypeOf<
      Call | "UserWithEmailAlreadyExists" | "MagicLinkNotEnabled" | "PasswordAuthenticationNotEnabled"
    >()
    expectTypeOf<Tags<typeof Users.get>>().toEqualTypeOf<Call | "UserNotFound">()
    expectTypeOf<Tags<typeof Users.find>>().toEqualTypeOf<Call>()
    expectTypeOf<Tags<typeof Users.findByApiKey>>().toEqualTypeOf<Call | "UserApiKeysNotEnabled">()
    expectTypeOf<Tags<typeof Users.list>>().toEqualTypeOf<Call>()
    expectTypeOf<Tags<typeof Sessions.create>>().toEqualTypeOf<Call | Me | "UserIdDoesNotExist">()
    expectTypeOf<Tags<typeof Teams.get>>().toEqualTypeOf<Call | "TeamNotFound">()
    expectTypeOf<Tags<typeof Notifications.setEnabled>>().toEqualTypeOf<
      Call | Me | "UserNotFound" | "NotificationCategoryNotFound" | "NotSupportedByService"
    >()
    expectTypeOf<Tags<typeof Emails.send>>().toEqualTypeOf<
      | Call
      | "RequiresCustomEmailServer"
      | "UserIdDoesNotExist"
      | "NotificationCategoryNotFound"
      | "EmailTemplateNotFound"
      | "EmailDraftNotFound"
      | "NotSupportedByService"
    >()
    expectTypeOf<Tags<typeof Outbox.get>>().toEqualTypeOf<Call | "EmailNotFound" | "NotSupportedByService">()
    expectTypeOf<Tags<typeof Outbox.cancel>>().toEqualTypeOf<
      Call | "EmailNotEditable" | "EmailNotFound" | "NotSupportedByService"
    >()
    expectTypeOf<Tags<typeof Permissions.has>>().toEqualTypeOf<Call | Me>()
    expectTypeOf<Tags<typeof ApiKeys.checkOfUser>>().toEqualTypeOf<Call | "UserApiKeysNotEnabled">()
    expectTypeOf<Tags<typeof ApiKeys.verifyOfTeam>>().toEqualTypeOf<
      Call | "ApiKeyNotFound" | "ApiKeyRevoked" | "ApiKeyExpired" | "WrongApiKeyType" | "TeamApiKeysNotEnabled"
    >()
    expectTypeOf<Tags<typeof ConnectedAccounts.getAccessToken>>().toEqualTypeOf<
      | Call
      | Me
      | "OAuthProviderNotFoundOrNotEnabled"
      | "OAuthAccessTokenNotAvailableWithSharedOAuthKeys"
      | "OAuthAccessTokenNotAvailable"
      | "InvalidOption"
    >()
    type Read = Call | UserNotAllowed["_tag"]
    expectTypeOf<Tags<typeof CurrentUser.get>>().toEqualTypeOf<Read>()
    expectTypeOf<Tags<typeof CurrentUser.getOrFail>>().toEqualTypeOf<Read | "UserAuthenticationRequired">()
  })

  it("of admins fail with exactly the errors that they can meet", () => {
    expectTypeOf<Tags<typeof Project.get>>().toEqualTypeOf<Call>()
    expectTypeOf<Tags<typeof Project.update>>().toEqualTypeOf<Call>()
    expectTypeOf<Tags<typeof InternalApiKeys.get>>().toEqualTypeOf<Call | "ApiKeyNotFound">()
    expectTypeOf<Tags<typeof PermissionDefinitions.update>>().toEqualTypeOf<
      Call | "PermissionNotFound" | "PermissionIdAlreadyExists" | "ContainedPermissionNotFound"
    >()
  })
})

describe("an operation", () => {
  it("needs the capability of servers, and no more", () => {
    expectTypeOf<Needs<typeof Users.create>>().toEqualTypeOf<ServerApp.ServerApp>()
    expectTypeOf<Needs<typeof Teams.createForUser>>().toEqualTypeOf<ServerApp.ServerApp>()
    expectTypeOf<Needs<typeof TeamInvitations.send>>().toEqualTypeOf<ServerApp.ServerApp>()
    expectTypeOf<Needs<typeof CurrentUser.update>>().toEqualTypeOf<ServerApp.ServerApp | Session>()
    const all = Users.stream()
    expectTypeOf<Stream.Services<typeof all>>().toEqualTypeOf<ServerApp.ServerApp>()
  })

  it("needs the capability of admins, and no more", () => {
    expectTypeOf<Needs<typeof Project.get>>().toEqualTypeOf<AdminApp.AdminApp>()
    expectTypeOf<Needs<typeof PermissionDefinitions.create>>().toEqualTypeOf<AdminApp.AdminApp>()
    expectTypeOf<Needs<typeof OwnedProjects.list>>().toEqualTypeOf<Session>()
  })

  it("has no capability without its key", () => {
    const options = { projectId: "p", publishableClientKey: "pck_x" }
    // @ts-expect-error no secret server key
    const keyless = () => ServerApp.layer(options)
    // @ts-expect-error no admin key
    const noAdmin = () => AdminApp.layer({ ...options, secretServerKey: "ssk_x" })
    const server = ServerApp.layer({ ...options, secretServerKey: "ssk_x" })
    expectTypeOf<Layer.Success<typeof server>>().toEqualTypeOf<ServerApp.ServerApp | ClientApp>()
    const withKey = AdminApp.layer({ ...options, superSecretAdminKey: "sak_x" })
    expectTypeOf<Layer.Success<typeof withKey>>().toEqualTypeOf<AdminApp.AdminApp | ServerApp.ServerApp | ClientApp>()
    const byOwner = AdminApp.layerOwner({ projectId: "p" })
    expectTypeOf<Layer.Success<typeof byOwner>>().toEqualTypeOf<AdminApp.AdminApp | ServerApp.ServerApp>()
    expectTypeOf<Layer.Services<typeof byOwner>>().toEqualTypeOf<Session>()
    const withClient = AdminApp.layerOwner(options)
    expectTypeOf<Layer.Success<typeof withClient>>().toEqualTypeOf<
      AdminApp.AdminApp | ServerApp.ServerApp | ClientApp
    >()
    void [keyless, noAdmin]
  })

  it("cannot be called by a server if it is of admins", () => {
    // @ts-expect-error only for admins
    const wrong = () => app.call(ProjectsWire.adminGetProject, {})
    const right = () => admin.call(ProjectsWire.adminGetProject, {})
    const also = () => admin.call(UsersWire.listUsers, { query: {} })
    void [wrong, right, also]
  })
})

describe("an operation", () => {
  it("takes whole mail servers and whole definitions only", () => {
    // @ts-expect-error no such scope
    const wrong = () => PermissionDefinitions.list("everywhere")
    // @ts-expect-error users have no such field
    const field = () => Users.create({ displayname: "Ann" })
    // @ts-expect-error the service cannot change it
    const config = () => Project.update({ config: { enabledOAuthProviders: [] } })
    void [wrong, field, config]
  })

  it("takes emails that have one content, and go to users or to all", () => {
    const to: ReadonlyArray<UserId> = []
    const right = [
      () => Emails.send({ to, html: "Hello" }),
      () => Emails.send({ to: "all-users", templateId, variables: { n: [1] }, themeId: false }),
      () => Emails.send({ to, draftId, scheduledAt: new Date(0), isHighPriority: true })
    ]
    const wrong = [
      // @ts-expect-error no content
      () => Emails.send({ to }),
      // @ts-expect-error nobody
      () => Emails.send({ html: "Hello" }),
      // @ts-expect-error two contents
      () => Emails.send({ to, html: "Hello", templateId }),
      // @ts-expect-error two contents
      () => Emails.send({ to, draftId, templateId }),
      // @ts-expect-error HTML has no variables
      () => Emails.send({ to, html: "Hello", variables: {} }),
      // @ts-expect-error no such recipients
      () => Emails.send({ to: "everybody", html: "Hello" }),
      // @ts-expect-error not JSON
      () => Emails.send({ to, templateId, variables: { at: new Date(0) } })
    ]
    void [right, wrong]
  })

  it("returns null only where there may be nothing", () => {
    expectTypeOf<Gives<typeof Users.get>>().toEqualTypeOf<ServerUser>()
    expectTypeOf<Gives<typeof Users.find>>().toEqualTypeOf<ServerUser | null>()
    expectTypeOf<Gives<typeof ApiKeys.checkOfUser>>().toEqualTypeOf<UserApiKey | null>()
    expectTypeOf<Gives<typeof ApiKeys.verifyOfTeam>>().toEqualTypeOf<TeamApiKey>()
    expectTypeOf<Gives<typeof ConnectedAccounts.getAccessToken>>().toEqualTypeOf<Redacted.Redacted | null>()
    expectTypeOf<Gives<typeof CurrentUser.getOrFail>>().toEqualTypeOf<ServerUser>()
    expectTypeOf<Gives<typeof CurrentUser.get>>().toEqualTypeOf<ServerUser | null>()
  })
})
