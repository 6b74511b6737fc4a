/** The apps of the project that a command is for. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as AdminApp from "../../admin/AdminApp.ts"
import type { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import type { ClientApp } from "../../http/ClientApp.ts"
import type { NotInBrowser } from "../../server/NotInBrowser.ts"
import * as ServerApp from "../../server/ServerApp.ts"
import { type CommandError, refused } from "../CommandError.ts"
import { projectKeys, type SecretKeyOption } from "./ProjectKeys.ts"
import * as Target from "./Target.ts"
import type { TargetInput } from "./TargetFlags.ts"

const makeMissingKeyError = ({ apiUrl, from, projectId }: Target.Target, option: SecretKeyOption) => {
  const { flag, title, variable } = projectKeys[option]
  return refused(
    `This command requires the ${title} of project ${projectId} at ${apiUrl}. Looked in: ${from}. ` +
      `Set ${variable} in the environment or an env file, or pass ${flag}.`
  )
}

type AppError = InvalidOption | NotInBrowser

/** An option of an app, in the words of the command line. */
const describeAppProblem = (error: AppError, { apiUrl, from }: Target.Target): string => {
  if (error._tag !== "InvalidOption") return error.message
  if (error.option !== "apiUrl") return `The project of ${from} has an invalid ${error.option}: ${error.problem}.`
  return error.problem.includes("https") && URL.canParse(apiUrl)
    ? `Keys go over https only, except to this machine. Use an https URL in place of ${apiUrl} (from ${from}).`
    : `The URL of the service, ${apiUrl} (from ${from}), is not valid: ${error.problem}.`
}

const layerWithCommandErrors = <Apps>(
  layer: Layer.Layer<Apps, AppError>,
  target: Target.Target
): Layer.Layer<Apps, CommandError> =>
  Layer.catch(layer, (error) =>
    Layer.effectContext(Effect.fail(refused(describeAppProblem(error, target), error._tag)))
  )

/** The apps of the project for calls of servers. The admin key works in place of the server key. */
export const layerServer = (input: TargetInput): Layer.Layer<ServerApp.ServerApp | ClientApp, CommandError> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const target = yield* Target.find(input)
      const { secretServerKey, superSecretAdminKey } = target
      if (secretServerKey !== undefined) {
        return layerWithCommandErrors(ServerApp.layer({ ...target, secretServerKey, circuitBreaker: false }), target)
      }
      if (superSecretAdminKey !== undefined) {
        return layerWithCommandErrors(AdminApp.layer({ ...target, superSecretAdminKey }), target)
      }
      return yield* makeMissingKeyError(target, "secretServerKey")
    })
  )

export const layerAdmin = (
  input: TargetInput
): Layer.Layer<AdminApp.AdminApp | ServerApp.ServerApp | ClientApp, CommandError> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const target = yield* Target.find(input)
      const { superSecretAdminKey } = target
      if (superSecretAdminKey === undefined) return yield* makeMissingKeyError(target, "superSecretAdminKey")
      return layerWithCommandErrors(AdminApp.layer({ ...target, superSecretAdminKey }), target)
    })
  )
