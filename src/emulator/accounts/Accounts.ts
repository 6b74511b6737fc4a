/** The common part of sign-up and sign-in, for all methods. */
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Redacted from "effect/Redacted"
import type { SignIn } from "../../api/schema/Tokens.ts"
import { MultiFactorAuthenticationRequired } from "../../domain/errors/Mfa.ts"
import type { ProjectId, UserId } from "../../domain/Ids.ts"
import { isIp } from "../../domain/text/IpAddress.ts"
import { Background } from "../background/Background.ts"
import * as VerificationCodes from "../crypto/VerificationCodes.ts"
import * as Mailer from "../mail/Mailer.ts"
import type { Project } from "../projects/Projects.ts"
import * as Database from "../storage/Database.ts"
import * as Permissions from "../teams/Permissions.ts"
import * as Teams from "../teams/Teams.ts"
import * as Sessions from "./Sessions.ts"
import type { SessionTokens } from "./Sessions.ts"
import type { UserRow } from "./UserRow.ts"
import * as Users from "./Users.ts"
import type { NewUser } from "./Users.ts"

/** The beginning of the `User-Agent` of all browsers. */
const browser = /^Mozilla\//

/** The address of the user; the service knows it only for browsers, from a proxy. */
export const endUserIp: Effect.Effect<string | undefined, never, HttpServerRequest> = Effect.map(
  HttpServerRequest,
  ({ headers }) => {
    const forwarded = headers["x-forwarded-for"]?.split(",", 1)[0]?.trim() ?? ""
    return browser.test(headers["user-agent"] ?? "") && isIp(forwarded) ? forwarded : undefined
  }
)

/** A new access token for a refresh token of the project, which its user's address uses. */
export const refreshSession = Effect.fnUntraced(function* (projectId: ProjectId, refreshToken: string) {
  const ip = yield* endUserIp
  return yield* Sessions.refresh({ projectId, refreshToken, ip })
})

const toSignIn = (tokens: SessionTokens, userId: UserId): SignIn => ({
  accessToken: Redacted.make(tokens.accessToken),
  refreshToken: Redacted.make(tokens.refreshToken),
  userId
})

/** The team name to use if the owner has no name. */
const nameless = "Personal Team"

const makeTeamName = (
  fields: { readonly displayName?: string | null | undefined },
  email: string | undefined
): string => {
  const owner = fields.displayName || email
  return owner === undefined ? nameless : `${owner}'s Team`
}

/** Names the personal team of a guest after the new user, unless someone has renamed it. */
const renamePersonalTeam = Effect.fnUntraced(function* (project: Project, anonymousUser: UserRow, fields: NewUser) {
  const ownTeams = yield* Teams.list(project.id, { userId: anonymousUser.id })
  const team = ownTeams.items.find((row) => row.display_name === nameless)
  if (team === undefined) return
  const name = { displayName: fields.displayName ?? anonymousUser.display_name }
  yield* Teams.update(team.id, { displayName: makeTeamName(name, fields.email?.value) })
})

const createNew = Effect.fnUntraced(function* (project: Project, fields: NewUser) {
  const id = yield* Users.create(project.id, fields)
  yield* Permissions.grantInProject(project.id, id, project.config.userDefaultPermissions)
  if (!project.config.createTeamOnSignUp) return id
  const displayName = makeTeamName(fields, fields.email?.value)
  const { id: selectedTeamId } = yield* Teams.create(project, { displayName }, id)
  yield* Users.update(id, { selectedTeamId })
  return id
})

const signUpAnonymous = Effect.fnUntraced(function* (project: Project, anonymousUser: UserRow, fields: NewUser) {
  yield* Users.signUp(anonymousUser, fields)
  yield* renamePersonalTeam(project, anonymousUser, fields)
  return anonymousUser.id
})

/** Creates a user with the default team and permissions of the project, or makes a guest an ordinary user. */
export const create = Effect.fnUntraced(function* (
  project: Project,
  fields: NewUser,
  anonymousUser?: UserRow | undefined
) {
  // The guest may have signed up, or been deleted, meanwhile.
  const current = anonymousUser && (yield* Users.find(project.id, anonymousUser.id))
  const isAnonymous = current?.is_anonymous === 1
  const id = yield* isAnonymous ? signUpAnonymous(project, current, fields) : createNew(project, fields)
  // Written in this transaction.
  return (yield* Users.find(project.id, id))!
}, Database.transaction)

/** A session for a user after all required factors. */
export const startSession = Effect.fnUntraced(function* (project: Project, user: UserRow) {
  const ip = yield* endUserIp
  return toSignIn(yield* Sessions.create({ projectId: project.id, userId: user.id, ip }), user.id)
})

/** A session for a user after the first factor, or the error that asks for the second. */
export const signIn = Effect.fnUntraced(function* (
  project: Project,
  user: UserRow,
  { isNewUser }: { readonly isNewUser: boolean } = { isNewUser: false }
) {
  if (user.requires_totp_mfa !== 1) return yield* startSession(project, user)
  const { code } = yield* VerificationCodes.create({
    projectId: project.id,
    purpose: "mfa_attempt",
    data: { userId: user.id, isNewUser }
  })
  return yield* new MultiFactorAuthenticationRequired({ details: { attemptCode: Redacted.make(code) } })
})

/** Replaces a password and ends the user's sessions, except the one of the given refresh token. */
export const changePassword = (userId: UserId, passwordHash: string, exceptRefreshToken?: string) =>
  Database.transaction(
    Effect.andThen(Users.update(userId, { passwordHash }), Sessions.removeAll(userId, exceptRefreshToken))
  )

/** Mails a verification code for an address of a user, in the background. */
export const sendVerification = ({
  callbackUrl,
  channelId,
  email,
  project,
  userId
}: {
  readonly project: Project
  readonly userId: UserId
  readonly channelId: string
  readonly email: string
  readonly callbackUrl: string
}) =>
  Background.use(({ run }) =>
    run(
      Effect.gen(function* () {
        const { code } = yield* VerificationCodes.create({
          projectId: project.id,
          purpose: "contact_channel_verification",
          data: { userId, channelId, email }
        })
        const user = yield* Users.find(project.id, userId)
        yield* Mailer.sendEmailVerification({ project, to: email, callbackUrl, code, user })
      })
    )
  )
