/** Runs what a command does in a project, and says in one line why that failed. */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { AdminApp } from "../../admin/AdminApp.ts"
import { TransportError } from "../../domain/TransportError.ts"
import { RequestRefused } from "../../domain/RequestRefused.ts"
import type { ClientApp } from "../../http/ClientApp.ts"
import * as RetryPolicy from "../../http/RetryPolicy.ts"
import type { ServerApp } from "../../server/ServerApp.ts"
import { CommandError, notThere, refused } from "../CommandError.ts"
import { plainLine } from "../Plain.ts"
import * as Target from "./Target.ts"
import type { TargetInput } from "./TargetFlags.ts"

interface Failure {
  readonly _tag: string
  readonly message: string
}

/** What to do about a refusal that has to do with where the keys come from. */
const advice: Readonly<Record<string, string>> = {
  InvalidSecretServerKey: "Check STACK_SECRET_SERVER_KEY, and that it belongs to this project.",
  InvalidSuperSecretAdminKey: "Check STACK_SUPER_SECRET_ADMIN_KEY, and that it belongs to this project.",
  InvalidPublishableClientKey: "Check STACK_PUBLISHABLE_CLIENT_KEY, and that it belongs to this project.",
  ProjectNotFound: "Check STACK_PROJECT_ID and STACK_API_URL.",
  CurrentProjectNotFound: "Check STACK_PROJECT_ID and STACK_API_URL."
}

const noAnswer: ReadonlyArray<string> = ["Network", "Offline", "Timeout"]

/** The failure of an operation as that of a command: exit code 2 if no service has answered. */
export const toCommandError = (error: Failure): CommandError => {
  if (error instanceof CommandError) return error
  const message = plainLine(error.message)
  const isWrapped = error instanceof TransportError || error instanceof RequestRefused
  const code = isWrapped ? error.reason._tag : error._tag
  if (error instanceof TransportError && noAnswer.includes(code)) return notThere(message, code)
  const hint = error instanceof RequestRefused ? advice[code] : undefined
  return refused(hint === undefined ? message : `${message.replace(/[^.]$/, "$&.")} ${hint}`, code)
}

/** Whoever waits at a terminal is told at once that nothing listens. */
const policy: RetryPolicy.RetryPolicy = Schedule.while(
  RetryPolicy.upTo(4),
  ({ input: { reason } }) => reason._tag !== "Network" || !/^(ECONNREFUSED|ENOTFOUND)$/.test(reason.detail)
)

const told = <A, E extends Failure, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, CommandError, R> =>
  Effect.mapError(Effect.provideService(effect, RetryPolicy.RetryPolicy, policy), toCommandError)

/** Runs calls that a server may make. */
export const asServer =
  (input: TargetInput) =>
  <A, E extends Failure, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<A, CommandError, Exclude<R, ServerApp | ClientApp>> =>
    told(Effect.provide(effect, Target.asServer(input)))

/** Runs calls that only an admin may make. */
export const asAdmin =
  (input: TargetInput) =>
  <A, E extends Failure, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<A, CommandError, Exclude<R, AdminApp | ServerApp | ClientApp>> =>
    told(Effect.provide(effect, Target.asAdmin(input)))
