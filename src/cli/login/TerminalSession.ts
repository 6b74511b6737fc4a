/** The session of this terminal in the project that a command is for, and what its errors mean to a command. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AgentLoginEnded } from "../../client/AgentLogin.ts"
import type { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import { isTransportError, type TransportError } from "../../domain/errors/TransportError.ts"
import * as ClientApp from "../../http/ClientApp.ts"
import * as RetryPolicy from "../../http/RetryPolicy.ts"
import * as Session from "../../session/Session.ts"
import * as ConfigFileTokenStore from "../../terminal/ConfigFileTokenStore.ts"
import type { TokenStore } from "../../token/TokenStore.ts"
import { CommandError, timedOut, unreachable, refused } from "../CommandError.ts"
import { toPlainLine } from "../output/TerminalText.ts"
import * as Target from "../target/Target.ts"
import type { TargetInput } from "../target/TargetFlags.ts"

export interface SessionInput extends Pick<TargetInput, "url" | "project" | "readEnv"> {
  readonly json: boolean
}

/** The project of the session. Ignores server and admin keys. */
export const findTarget = (input: SessionInput) =>
  Target.find({ ...input, secretServerKey: Option.none(), superSecretAdminKey: Option.none() })

export const layer = (
  { apiUrl, projectId, publishableClientKey }: Target.Target,
  appUrl?: string
): Layer.Layer<ClientApp.ClientApp | Session.Session | TokenStore, InvalidOption | TransportError> => {
  const project = { apiUrl, projectId }
  return Session.layer.pipe(
    Layer.provideMerge(ConfigFileTokenStore.layer({ app: "gatefold", ...project })),
    Layer.provideMerge(ClientApp.layer({ ...project, publishableClientKey, appUrl }))
  )
}

interface Problem {
  readonly _tag: string
  readonly message: string
}

const isUnreachable = (problem: Problem): boolean =>
  isTransportError(problem) && ["Network", "Offline", "Timeout"].includes(problem.reason._tag)

const toCommandError = ({ apiUrl }: Target.Target, problem: Problem): CommandError => {
  if (problem instanceof CommandError) return problem
  const message = toPlainLine(problem.message)
  if (isUnreachable(problem)) return unreachable(`Cannot reach the service at ${apiUrl}. ${message}`)
  const isLate = problem instanceof AgentLoginEnded && problem.outcome === "expired"
  return isLate || problem._tag === "CliAuthExpiredError" || problem._tag === "CliLoginTimeout"
    ? timedOut("The login was not confirmed in time. Start again: gatefold login")
    : refused(message)
}

export const runWithSession = <A, E extends Problem, E2 extends Problem, R>(
  target: Target.Target,
  services: Layer.Layer<R, E2>,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, CommandError> =>
  effect.pipe(
    // The user can repeat the command.
    Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none),
    Effect.provide(services),
    Effect.mapError((problem) => toCommandError(target, problem))
  )
