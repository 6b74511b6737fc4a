/** Runs the operations of a command, and turns their errors into messages for the command line. */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { AdminApp } from "../../admin/AdminApp.ts"
import { RequestRefused } from "../../domain/errors/RequestRefused.ts"
import { isTransportError, type TransportError } from "../../domain/errors/TransportError.ts"
import type { ClientApp } from "../../http/ClientApp.ts"
import * as RetryPolicy from "../../http/RetryPolicy.ts"
import type { ServerApp } from "../../server/ServerApp.ts"
import { CommandError, unreachable, refused } from "../CommandError.ts"
import { describeFieldProblem, withStop } from "../output/ProblemText.ts"
import { toPlainLine } from "../output/TerminalText.ts"
import * as Apps from "./Apps.ts"
import { projectKeys, type SecretKeyOption } from "./ProjectKeys.ts"
import type { TargetInput } from "./TargetFlags.ts"

interface Failure {
  readonly _tag: string
  readonly message: string
}

const describeWrongKey = (option: SecretKeyOption): string => {
  const { flag, title, variable } = projectKeys[option]
  return `The ${title} is not valid for this project. Check ${variable} or ${flag}, and the project ID.`
}

const wrongProject = "The project does not exist at this service. Check STACK_PROJECT_ID or --project, and the URL."

/** Messages for refusals of keys and projects, by variable and flag in place of the options of an app. */
const keyProblems: Readonly<Record<string, string>> = {
  InvalidSecretServerKey: describeWrongKey("secretServerKey"),
  InvalidSuperSecretAdminKey: describeWrongKey("superSecretAdminKey"),
  InvalidPublishableClientKey:
    "The publishable client key is not valid for this project. Check STACK_PUBLISHABLE_CLIENT_KEY.",
  ProjectNotFound: wrongProject,
  CurrentProjectNotFound: wrongProject
}

/** The violations in the service's text about a request with the wrong shape, without method and path. */
const readViolations = (message: string): string => {
  const problems = Array.from(
    message.matchAll(/^[ \t]*- (?:(?:query|params|body)\.)?(.+)$/gm),
    ([, violation]) => violation
  )
  return problems.length === 0 ? toPlainLine(message) : `The service refused the input: ${problems.join("; ")}.`
}

const formatSentence = (text: string): string =>
  withStop(text.replace(/^[a-z](?!\w*:)/, (first) => first.toUpperCase()))

const checkUrl = "Check that --url or STACK_API_URL is the URL of the service."

export const isWithoutApi = ({ status }: { readonly status: number }): boolean => status === 404 || status === 405

const describeTransportError = ({ reason }: TransportError): CommandError => {
  const message = formatSentence(toPlainLine(reason.message))
  switch (reason._tag) {
    case "Network":
    case "Offline":
    case "Timeout":
      return unreachable(`Cannot reach the service. ${message}`, reason._tag)
    case "InvalidRequest":
      return refused(
        `Invalid value for ${withStop(describeFieldProblem(reason.detail))} Nothing was sent.`,
        reason._tag
      )
    case "InvalidServerResponse":
    case "UnexpectedRedirect":
      return refused(`${message} ${checkUrl}`, reason._tag)
    case "UnexpectedStatus":
      return isWithoutApi(reason)
        ? refused(`This URL has no API of the service (status ${reason.status}). ${checkUrl}`, reason._tag)
        : refused(`The request failed. ${message}`, reason._tag)
    default:
      return refused(`The request failed. ${message}`, reason._tag)
  }
}

/** The error of an operation as that of a command. The exit code is 2 if no service answered. */
export const toCommandError = (error: Failure): CommandError => {
  if (error instanceof CommandError) return error
  if (isTransportError(error)) return describeTransportError(error)
  if (!(error instanceof RequestRefused)) return refused(toPlainLine(error.message), error._tag)
  const { _tag, message } = error.reason
  return refused(
    keyProblems[_tag] ?? (_tag === "SchemaError" ? readViolations(message) : toPlainLine(error.message)),
    _tag
  )
}

/** A user at a terminal learns at once that no program listens. */
const policy: RetryPolicy.RetryPolicy = Schedule.while(
  RetryPolicy.upTo(4),
  ({ input: { reason } }) => reason._tag !== "Network" || !/^(ECONNREFUSED|ENOTFOUND)$/.test(reason.detail)
)

const isTransient = ({ outcomeUnknown, reason }: TransportError): boolean =>
  outcomeUnknown || reason._tag === "RateLimited" || (reason._tag === "UnexpectedStatus" && reason.status >= 500)

/** Repeats an operation up to five times while its failure may pass. The client retries each request, too. */
export const retryTransient = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.retry(effect, {
    schedule: Schedule.exponential("500 millis"),
    times: 5,
    while: (error): boolean => isTransportError(error) && isTransient(error)
  })

const withCommandErrors = <A, E extends Failure, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, CommandError, R> =>
  Effect.mapError(Effect.provideService(effect, RetryPolicy.RetryPolicy, policy), toCommandError)

export const withServerApp =
  (input: TargetInput) =>
  <A, E extends Failure, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<A, CommandError, Exclude<R, ServerApp | ClientApp>> =>
    withCommandErrors(Effect.provide(effect, Apps.layerServer(input)))

export const withAdminApp =
  (input: TargetInput) =>
  <A, E extends Failure, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<A, CommandError, Exclude<R, AdminApp | ServerApp | ClientApp>> =>
    withCommandErrors(Effect.provide(effect, Apps.layerAdmin(input)))
