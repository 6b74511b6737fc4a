/**
 * The capability to call one project as a client.
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as HandlerUrls from "../domain/HandlerUrls.ts"
import * as Environment from "./Environment.ts"
import * as ProjectConfig from "./ProjectConfig.ts"
import * as Transport from "./Transport.ts"

/** How a client app is configured. */
export interface ClientAppOptions extends ProjectConfig.ProjectOptions {
  /**
   * The project's publishable client key (`pck_…`). Optional in the current service if the project allows it, required
   * in that of 2025-06. Without it, calls to a project that requires one fail with
   * `PublishableClientKeyRequiredForProject` or `ClientAuthenticationRequired`.
   */
  readonly publishableClientKey?: string | Redacted.Redacted | undefined
  /** Where the app itself runs, such as `https://app.example.com`; links in mails lead to its pages. */
  readonly appUrl?: string | undefined
  /**
   * The app's own pages, where they differ from the defaults (docs/protocol/redirects.md#pages-of-the-app).
   */
  readonly urls?: Partial<HandlerUrls.HandlerUrls> | undefined
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
    readonly oauthScopesOnSignIn: Readonly<Record<string, ReadonlyArray<string>>>
  }
>()("gatefold/http/ClientApp") {}

/** The constant that the current service takes from apps without a publishable key. It is not a secret. */
const publicClientSecret = Redacted.make("__stack_public_client__")

const make = Effect.fnUntraced(function* (options: ClientAppOptions) {
  const project = yield* ProjectConfig.make(options)
  const key =
    options.publishableClientKey === undefined
      ? undefined
      : yield* ProjectConfig.key("publishableClientKey", options.publishableClientKey, "pck_")
  const transport = yield* Transport.make(project, {
    level: "client",
    keys: key === undefined ? [] : [["x-stack-publishable-client-key", key]]
  })
  return ClientApp.of({
    ...transport,
    ...(yield* pages(options)),
    oauthClientSecret: key ?? publicClientSecret,
    oauthScopesOnSignIn: options.oauthScopesOnSignIn ?? {}
  })
})

/** Where the app runs and where its pages are, checked. Server apps need it too. */
export const pages = Effect.fnUntraced(function* (options: Pick<ClientAppOptions, "appUrl" | "urls">) {
  const appUrl = options.appUrl === undefined ? undefined : yield* checkAppUrl(options.appUrl)
  return { appUrl, urls: HandlerUrls.resolve(options.urls) }
})

const checkAppUrl = (appUrl: string): Effect.Effect<string, ProjectConfig.InvalidOption> =>
  /^https?:\/\/[^/]/i.test(appUrl) && URL.canParse(appUrl)
    ? Effect.succeed(appUrl.replace(/\/+$/, ""))
    : Effect.fail(
        new ProjectConfig.InvalidOption({ option: "appUrl", problem: "must be an absolute http or https URL" })
      )

/** A client app from options. Fails with {@link ProjectConfig.InvalidOption}. */
export const layer = (options: ClientAppOptions): Layer.Layer<ClientApp, ProjectConfig.InvalidOption> =>
  Layer.effect(ClientApp, make(options))

/**
 * A client app from Effect's `Config`, by default the environment under the
 * vendor's names (docs/protocol/generations.md#environment-variables), so that an app migrates as it is.
 */
export const layerConfig = (
  overrides: Partial<ClientAppOptions> = {}
): Layer.Layer<ClientApp, ProjectConfig.InvalidOption | Config.ConfigError> =>
  Layer.effect(
    ClientApp,
    Effect.gen(function* () {
      const options = yield* Environment.options()
      const { extraRequestHeaders: variable } = yield* Environment.read("extraRequestHeaders")
      const extraRequestHeaders = variable === undefined ? undefined : yield* headersIn(variable)
      return yield* make({ ...options, extraRequestHeaders, ...given(overrides) })
    })
  )

/** Drops members that are undefined, so that they do not override the environment. */
export const given = <Options extends object>(overrides: Options): Options =>
  Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined)) as Options

const decodeHeaders = Schema.decodeEffect(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))

/** The vendor's server and admin apps do not read it. */
const headersIn = ({ name, text }: Environment.Variable) =>
  Effect.mapError(
    decodeHeaders(text),
    () =>
      new ProjectConfig.InvalidOption({
        option: "extraRequestHeaders",
        problem: `${name} must be a JSON object of texts`
      })
  )
