/** The capability to call one project as a client. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import type { TransportError } from "../domain/errors/TransportError.ts"
import { trimEnd } from "../domain/text/TrimEnd.ts"
import { isWebUrl } from "../domain/url/AbsoluteUrl.ts"
import * as HandlerUrls from "../domain/url/HandlerUrls.ts"
import { isLoopback } from "../domain/url/Loopback.ts"
import { loadPart } from "../platform/Lazy.ts"
import * as ServiceConfig from "./ServiceConfig.ts"
import * as Transport from "./Transport.ts"

/** How a client app is configured. */
export interface ClientAppOptions extends ServiceConfig.ProjectOptions {
  /**
   * The project's publishable client key (`pck_…`). Optional in the current service if the project allows it, required
   * in that of 2025-06. Without it, calls to a project that requires one fail with `RequestRefused` of reason
   * `PublishableClientKeyRequiredForProject` or `ClientAuthenticationRequired`.
   */
  readonly publishableClientKey?: string | Redacted.Redacted | undefined
  /** Where the app itself runs, such as `https://app.example.com`; links in mails point to its pages. */
  readonly appUrl?: string | undefined
  /**
   * The app's pages, where they differ from the defaults (docs/protocol/redirects.md#pages-of-the-app): paths, URLs, or
   * `{ type: "hosted" }` for a page that the service hosts. `{ default: { type: "hosted" } }` is all of them.
   */
  readonly urls?: HandlerUrls.UrlOptions | undefined
  /** OAuth scopes to request at sign-in, by provider, in addition to the provider's default ones. */
  readonly oauthScopesOnSignIn?: Readonly<Record<string, ReadonlyArray<string>>> | undefined
}

/** A project, its publishable client key, and the transport that uses both. */
export class ClientApp extends Context.Service<
  ClientApp,
  Transport.Transport & {
    /** The `client_secret` of OAuth requests: the publishable client key, or the constant of apps without one. */
    readonly oauthClientSecret: Redacted.Redacted
    /** Without a trailing slash. */
    readonly appUrl: string | undefined
    readonly urls: HandlerUrls.HandlerUrls
    /** Where the service hosts pages of the project; undefined if the app uses none of them. */
    readonly hostedOrigin: string | undefined
    readonly oauthScopesOnSignIn: Readonly<Record<string, ReadonlyArray<string>>>
  }
>()("gatefold/http/ClientApp") {}

/** The constant that the current service accepts from apps without a publishable key. It is not a secret. */
const publicClientSecret = Redacted.make("__stack_public_client__")

const make = Effect.fnUntraced(function* (options: ClientAppOptions) {
  const project = yield* ServiceConfig.make(options)
  const key =
    options.publishableClientKey === undefined
      ? undefined
      : yield* ServiceConfig.checkKey("publishableClientKey", options.publishableClientKey, "pck_")
  const transport = yield* Transport.make(project, {
    level: "client",
    keys: key === undefined ? [] : [["x-stack-publishable-client-key", key]]
  })
  return ClientApp.of({
    ...transport,
    ...(yield* checkPages(options, project)),
    oauthClientSecret: key ?? publicClientSecret,
    oauthScopesOnSignIn: options.oauthScopesOnSignIn ?? {}
  })
})

const checkPages = Effect.fnUntraced(function* (
  options: Pick<ClientAppOptions, "appUrl" | "urls">,
  project: ServiceConfig.ServiceConfig
) {
  const appUrl = options.appUrl === undefined ? undefined : yield* checkAppUrl(options.appUrl)
  const hostedOrigin = yield* findHostedOrigin(options.urls, project)
  return { appUrl, urls: HandlerUrls.resolve(options.urls, hostedOrigin), hostedOrigin }
})

/** Where an app of a server runs and where its pages are, checked: see {@link layerServer}. */
export const checkServerPages = (
  options: Pick<ClientAppOptions, "appUrl" | "urls">,
  project: ServiceConfig.ServiceConfig
): Effect.Effect<Pick<ClientApp["Service"], "appUrl" | "urls" | "hostedOrigin">, InvalidOption> =>
  Effect.catchTag(checkPages(options, project), "TransportError", Effect.die)

const findHostedOrigin = Effect.fnUntraced(function* (
  urls: ClientAppOptions["urls"],
  project: ServiceConfig.ServiceConfig
) {
  const targets = HandlerUrls.listTargets(urls)
  if (targets.length === 0) return undefined
  const { find } = yield* loadPart({ load: () => import("./internal/HostedOrigin.ts") })
  const origin = find(targets, urls?.hostedOrigin, project, isLoopback)
  return typeof origin === "string" ? origin : yield* new InvalidOption(origin)
})

const checkAppUrl = (appUrl: string): Effect.Effect<string, InvalidOption> =>
  isWebUrl(appUrl)
    ? Effect.succeed(trimEnd(appUrl, "/"))
    : Effect.fail(
        new InvalidOption({
          option: "appUrl",
          problem: "must be an absolute http or https URL, such as http://localhost:3000"
        })
      )

/**
 * A client app from options. Fails with {@link InvalidOption}, and with {@link TransportError} if the device is offline
 * and `urls` has a hosted page: what finds such pages loads with the app.
 */
export const layer = (options: ClientAppOptions): Layer.Layer<ClientApp, InvalidOption | TransportError> =>
  Layer.effect(ClientApp, make(options))

/** {@link layer} for servers, whose files are on the same machine: one that does not load is a defect. */
export const layerServer = (options: ClientAppOptions): Layer.Layer<ClientApp, InvalidOption> =>
  Layer.catchTag(layer(options), "TransportError", (error) => Layer.effect(ClientApp, Effect.die(error)))
