/** The common part of sign-up and sign-in, for all methods. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import type { SignIn } from "../../api/schema/Tokens.ts"
import { MultiFactorAuthenticationRequired } from "../../domain/errors/Mfa.ts"
import { type ProjectId, UserId } from "../../domain/Ids.ts"
import { isIp } from "../../domain/text/IpAddress.ts"
import { Background } from "../background/Background.ts"
import { VerificationCodes } from "../crypto/VerificationCodes.ts"
import * as Mailer from "../mail/Mailer.ts"
import type { Project } from "../projects/Projects.ts"
import * as Database from "../storage/Database.ts"
import { Permissions } from "../teams/Permissions.ts"
import { Teams } from "../teams/Teams.ts"
import type { EmailConflict } from "./PrimaryEmails.ts"
import { Sessions, type SessionTokens } from "./Sessions.ts"
import type { UserRow } from "./UserRow.ts"
import { type NewUser, Users } from "./Users.ts"

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
  return yield* Sessions.use(({ refresh }) => refresh({ projectId, refreshToken, ip }))
})

const toSignIn = (tokens: SessionTokens, userId: UserId): SignIn => ({
  accessToken: Redacted.make(tokens.accessToken),
  refreshToken: Redacted.make(tokens.refreshToken),
  userId: UserId.make(userId)
})

export class Accounts extends Context.Service<
  Accounts,
  {
    /** Creates a user with the default team and permissions of the project, or makes a guest an ordinary user. */
    readonly create: (
      project: Project,
      fields: NewUser,
      anonymousUser?: UserRow | undefined
    ) => Effect.Effect<UserRow, EmailConflict>
    /** A session for a user after the first factor, or the error that asks for the second. */
    readonly signIn: (
      project: Project,
      user: UserRow,
      options?: { readonly isNewUser: boolean }
    ) => Effect.Effect<SignIn, MultiFactorAuthenticationRequired, HttpServerRequest>
    /** A session for a user after all required factors. */
    readonly startSession: (project: Project, user: UserRow) => Effect.Effect<SignIn, never, HttpServerRequest>
    /** Replaces a password and ends the user's sessions, except the one of the given refresh token. */
    readonly changePassword: (userId: UserId, hash: string, exceptRefreshToken?: string) => Effect.Effect<void>
  }
>()("gatefold/emulator/accounts/Accounts") {}

/** The team name to use if the owner has no name. */
const nameless = "Personal Team"

const makeTeamName = (
  fields: { readonly displayName?: string | null | undefined },
  email: string | undefined
): string => {
  const owner = fields.displayName || email
  return owner === undefined ? nameless : `${owner}'s Team`
}

const make = Effect.gen(function* () {
  const users = yield* Users
  const teams = yield* Teams
  const permissions = yield* Permissions
  const sessions = yield* Sessions
  const codes = yield* VerificationCodes
  const sql = yield* SqlClient

  /** Names the personal team of a guest after the new user, unless someone has renamed it. */
  const renamePersonalTeam = Effect.fnUntraced(function* (project: Project, anonymousUser: UserRow, fields: NewUser) {
    const ownTeams = yield* teams.list(project.id, { userId: anonymousUser.id })
    const team = ownTeams.items.find((row) => row.display_name === nameless)
    if (team === undefined) return
    const name = { displayName: fields.displayName ?? anonymousUser.display_name }
    yield* teams.update(team.id, { displayName: makeTeamName(name, fields.email?.value) })
  })

  const createNew = Effect.fnUntraced(function* (project: Project, fields: NewUser) {
    const id = yield* users.create(project.id, fields)
    yield* permissions.grantInProject(project.id, id, project.config.userDefaultPermissions)
    if (!project.config.createTeamOnSignUp) return id
    const displayName = makeTeamName(fields, fields.email?.value)
    const { id: selectedTeamId } = yield* teams.create(project, { displayName }, id)
    yield* users.update(id, { selectedTeamId })
    return id
  })

  const signUpAnonymous = Effect.fnUntraced(function* (project: Project, anonymousUser: UserRow, fields: NewUser) {
    yield* users.signUp(anonymousUser, fields)
    yield* renamePersonalTeam(project, anonymousUser, fields)
    return anonymousUser.id
  })

  const create: Accounts["Service"]["create"] = (project, fields, anonymousUser) =>
    Database.transaction(
      sql,
      Effect.gen(function* () {
        // The guest may have signed up, or been deleted, meanwhile.
        const current = anonymousUser && (yield* users.find(project.id, anonymousUser.id))
        const isAnonymous = current?.is_anonymous === 1
        const id = yield* isAnonymous ? signUpAnonymous(project, current, fields) : createNew(project, fields)
        // Written in this transaction.
        return (yield* users.find(project.id, id))!
      })
    )

  const startSession: Accounts["Service"]["startSession"] = Effect.fnUntraced(function* (project, user) {
    const ip = yield* endUserIp
    return toSignIn(yield* sessions.create({ projectId: project.id, userId: user.id, ip }), user.id)
  })

  const signIn: Accounts["Service"]["signIn"] = Effect.fnUntraced(function* (project, user, options) {
    if (user.requires_totp_mfa === 1) {
      const { code } = yield* codes.create({
        projectId: project.id,
        purpose: "mfa_attempt",
        data: { userId: user.id, isNewUser: options?.isNewUser ?? false }
      })
      return yield* new MultiFactorAuthenticationRequired({
        details: { attemptCode: Redacted.make(code) }
      })
    }
    return yield* startSession(project, user)
  })

  const changePassword: Accounts["Service"]["changePassword"] = (userId, passwordHash, exceptRefreshToken) =>
    Database.transaction(
      sql,
      Effect.andThen(users.update(userId, { passwordHash }), sessions.removeAll(userId, exceptRefreshToken))
    )

  return Accounts.of({ create, signIn, startSession, changePassword })
})

/** Creates accounts in the database, each in a transaction. */
export const layer = Layer.effect(Accounts, make)

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
        const { code } = yield* VerificationCodes.use(({ create }) =>
          create({ projectId: project.id, purpose: "contact_channel_verification", data: { userId, channelId, email } })
        )
        const user = yield* Users.use(({ find }) => find(project.id, userId))
        yield* Mailer.sendEmailVerification({ project, to: email, callbackUrl, code, user })
      })
    )
  )
