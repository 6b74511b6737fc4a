/** Passkey ceremonies: the steps that only an authenticator can do (WebAuthn level 3). */
import type * as SimpleWebAuthn from "@simplewebauthn/browser"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type {
  AuthenticationOptions,
  AuthenticationResponse,
  RegistrationOptions,
  RegistrationResponse
} from "../../api/schema/Passkey.ts"
import {
  PasskeyAuthenticationFailed,
  PasskeyRegistrationFailed,
  PasskeyWebAuthnError
} from "../../domain/errors/Passkey.ts"
import type { TransportError } from "../../domain/errors/TransportError.ts"
import { lazy, loadPart } from "../Lazy.ts"
import type * as UsedOfLibrary from "./internal/SimpleWebAuthn.ts"

/** The authenticators of one user agent. Both operations end the ceremony when they are interrupted. */
export interface WebAuthnService {
  /** Creates a passkey. */
  readonly create: (
    options: RegistrationOptions
  ) => Effect.Effect<RegistrationResponse, PasskeyWebAuthnError | PasskeyRegistrationFailed | TransportError>
  /**
   * Signs with a passkey that the user picks. With `autofill`, the browser offers passkeys in the suggestions of a
   * field with `autocomplete="username webauthn"`, and waits there for as long as it takes.
   */
  readonly get: (
    options: AuthenticationOptions,
    ceremony?: { readonly autofill: boolean }
  ) => Effect.Effect<AuthenticationResponse, PasskeyWebAuthnError | PasskeyAuthenticationFailed | TransportError>
}

/** `details.code` of a `PasskeyWebAuthnError`. */
export type ErrorCode =
  | Exclude<SimpleWebAuthn.WebAuthnErrorCode, "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY" | "ERROR_SIGNAL_INVALID_ARGUMENT">
  /** The user refused, or has no passkey; browsers do not say which. */
  | "ERROR_NOT_ALLOWED"
  /** The user did not answer in time. */
  | "ERROR_TIMEOUT"
  /** The platform or browser does not support passkeys. */
  | "ERROR_UNSUPPORTED"

/** Why a ceremony failed. */
export const webAuthnError = (code: ErrorCode, message: string): PasskeyWebAuthnError =>
  new PasskeyWebAuthnError({ error: message, details: { message, code } })

type Library = typeof UsedOfLibrary

const simpleWebAuthn = lazy(() => import("./internal/SimpleWebAuthn.ts"))

const defaultTimeoutMillis = 60_000

/**
 * Loads the library and runs a ceremony. `incomplete` makes the error for failures without a name in WebAuthn. A
 * timeout of `Infinity` is none.
 */
const runCeremony = Effect.fnUntraced(function* <A, E>(
  timeout: unknown,
  run: (library: Library, timeout: number) => Promise<A>,
  incomplete: (message: string) => E
): Effect.fn.Return<A, PasskeyWebAuthnError | TransportError | E> {
  const library = yield* loadPart(simpleWebAuthn).pipe(
    Effect.catchDefect(() => webAuthnError("ERROR_UNSUPPORTED", "The passkey library could not be loaded"))
  )
  if (!library.browserSupportsWebAuthn()) {
    return yield* webAuthnError("ERROR_UNSUPPORTED", "This platform has no passkeys")
  }
  const millis = typeof timeout === "number" ? timeout : defaultTimeoutMillis
  const answer = Effect.callback<A, PasskeyWebAuthnError | E>((resume) => {
    run(library, millis + 5_000).then(
      (value) => resume(Effect.succeed(value)),
      (error: unknown) => resume(Effect.fail(explain(error, library) ?? incomplete(toMessage(error))))
    )
    return Effect.sync(() => library.WebAuthnAbortService.cancelCeremony())
  })
  if (millis === Infinity) return yield* answer
  // Browsers report a timeout as a refusal, so our timeout is shorter, and reported as a timeout.
  return yield* Effect.timeoutOrElse(answer, {
    duration: millis,
    orElse: () => Effect.fail(webAuthnError("ERROR_TIMEOUT", "The user did not answer in time"))
  })
})

/** The errors of WebAuthn by their names, for those that the library passes on as they are. */
const codesByName: ReadonlyMap<string, ErrorCode> = new Map([
  ["NotAllowedError", "ERROR_NOT_ALLOWED"],
  ["NotSupportedError", "ERROR_UNSUPPORTED"],
  ["SecurityError", "ERROR_INVALID_RP_ID"],
  ["InvalidStateError", "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED"],
  ["ConstraintError", "ERROR_AUTHENTICATOR_GENERAL_ERROR"]
])

const explain = (error: unknown, { WebAuthnError }: Library): PasskeyWebAuthnError | undefined => {
  if (!(error instanceof Error)) return undefined
  const code = error instanceof WebAuthnError && isCeremonyError(error.code) ? error.code : codesByName.get(error.name)
  return code === undefined ? undefined : webAuthnError(code, error.message)
}

/** Leaves out codes that only refer to the cause, or belong to another interface. */
const isCeremonyError = (
  code: SimpleWebAuthn.WebAuthnErrorCode
): code is SimpleWebAuthn.WebAuthnErrorCode & ErrorCode =>
  code !== "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY" && code !== "ERROR_SIGNAL_INVALID_ARGUMENT"

const toMessage = (error: unknown) => (error instanceof Error ? error.message : "The ceremony was not completed")

/** Uses the browser's authenticators, through `@simplewebauthn/browser`. */
const browser: WebAuthnService = {
  create: (options) =>
    runCeremony(
      options["timeout"],
      ({ startRegistration }, timeout) =>
        startRegistration({
          // Both types describe the same JSON; ours declares fewer members and keeps unknown ones.
          optionsJSON: { ...options, timeout } as SimpleWebAuthn.PublicKeyCredentialCreationOptionsJSON
        }),
      (error) => new PasskeyRegistrationFailed({ error })
    ),
  get: (options, { autofill } = { autofill: false }) =>
    runCeremony(
      autofill ? Infinity : options["timeout"],
      ({ startAuthentication }, timeout) => {
        const requestOptions = autofill ? options : { ...options, timeout }
        return startAuthentication({
          optionsJSON: requestOptions as SimpleWebAuthn.PublicKeyCredentialRequestOptionsJSON,
          useBrowserAutofill: autofill
        })
      },
      (error) => new PasskeyAuthenticationFailed({ error })
    )
}

/** The authenticators in use. Default: those of the browser; elsewhere ceremonies fail as unsupported. */
export const WebAuthn = Context.Reference<WebAuthnService>("gatefold/platform/page/WebAuthn", {
  defaultValue: () => browser
})

/** Other authenticators: those of a native app, or a software one in tests. */
export const layer = (service: WebAuthnService): Layer.Layer<never> => Layer.succeed(WebAuthn, service)
