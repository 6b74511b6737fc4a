/** Rate limits, and the endpoints that they apply to (docs/protocol/threats.md#guessed-codes). */
import * as Duration from "effect/Duration"
import * as AgentLogin from "../../api/AgentLogin.ts"
import * as Anonymous from "../../api/Anonymous.ts"
import * as ApiKeys from "../../api/ApiKeys.ts"
import * as CliLogin from "../../api/CliLogin.ts"
import * as ContactChannels from "../../api/ContactChannels.ts"
import * as MagicLink from "../../api/MagicLink.ts"
import * as Mfa from "../../api/Mfa.ts"
import * as Passkey from "../../api/Passkey.ts"
import * as Password from "../../api/Password.ts"
import * as TeamInvitations from "../../api/TeamInvitations.ts"
import type { AnyEndpoint } from "./RouteIndex.ts"

/** A limit: `count` requests immediately, and then `count` in each period. */
export interface Limit {
  readonly count: number
  readonly per: Duration.Input
}

/** The limits of an emulator; `false` switches one off. */
export interface Options {
  /**
   * Requests of one network address (one /64 of IPv6) that sign in or up, send mails or try codes. Requests in this
   * process have no address. Default: 10,000 a minute.
   */
  readonly perIp?: Limit | false | undefined
  /** Failed checks of API keys, by network address. Default: 1,000 a minute. */
  readonly failedKeysPerIp?: Limit | false | undefined
  /** Mails to one address of a project. Default 100 in 10 minutes. */
  readonly mailsPerAddress?: Limit | false | undefined
  /**
   * Wrong passwords for one address of a project, whether or not it has an account, at sign-in and when a password is
   * changed. Default 100 in 10 minutes.
   */
  readonly wrongPasswordsPerAddress?: Limit | false | undefined
}

/** The name of a limit. */
export type Kind = keyof Options

/** A limit in the units of the clock. */
export interface Rate {
  readonly count: number
  readonly perMillis: number
}

const defaults: Readonly<Record<Kind, Limit>> = {
  perIp: { count: 10_000, per: "1 minute" },
  failedKeysPerIp: { count: 1_000, per: "1 minute" },
  mailsPerAddress: { count: 100, per: "10 minutes" },
  wrongPasswordsPerAddress: { count: 100, per: "10 minutes" }
}

const kinds = ["perIp", "failedKeysPerIp", "mailsPerAddress", "wrongPasswordsPerAddress"] as const

/** The rates in force; a kind without one is not limited. */
export const toRates = (options: Options | false): ReadonlyMap<Kind, Rate> =>
  new Map(
    kinds.flatMap((kind): ReadonlyArray<readonly [Kind, Rate]> => {
      const limit = options === false ? false : (options[kind] ?? defaults[kind])
      return limit === false ? [] : [[kind, { count: limit.count, perMillis: Duration.toMillis(limit.per) }]]
    })
  )

/**
 * Endpoints whose every request counts. Not the token endpoint, because a server refreshes the sessions of all its
 * users from one address, and refresh tokens cannot be guessed; nor polls of terminals and agents.
 */
export const everyRequest: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  AgentLogin.registerAgent,
  AgentLogin.answerAgentLogin,
  Anonymous.signUpAnonymously,
  CliLogin.startCliLogin,
  CliLogin.completeCliLogin,
  ContactChannels.sendVerificationCode,
  ContactChannels.sendPrimaryVerificationCode,
  ContactChannels.verifyContactChannel,
  ContactChannels.checkVerificationCode,
  MagicLink.sendSignInCode,
  MagicLink.signInWithCode,
  MagicLink.checkSignInCode,
  Mfa.signInWithTotp,
  Passkey.startAuthentication,
  Passkey.signInWithPasskey,
  Password.signUp,
  Password.signIn,
  Password.sendResetCode,
  Password.checkResetCode,
  Password.resetPassword,
  Password.setPassword,
  Password.updatePassword,
  TeamInvitations.sendTeamInvitation,
  TeamInvitations.acceptTeamInvitation,
  TeamInvitations.checkTeamInvitation,
  TeamInvitations.getTeamInvitationDetails
])

/** Endpoints whose failures count: servers check keys, most of which are valid. */
export const failedRequests: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  ApiKeys.checkUserApiKey,
  ApiKeys.checkTeamApiKey
])
