/** The app's own pages that the product sends users to (docs/protocol/redirects.md#pages-of-the-app). */
import { trimEnd } from "../text/TrimEnd.ts"

/** Where each page is: a path below the app, or an absolute URL. */
export interface HandlerUrls {
  readonly handler: string
  readonly home: string
  readonly signIn: string
  readonly signUp: string
  readonly signOut: string
  readonly emailVerification: string
  readonly passwordReset: string
  readonly forgotPassword: string
  readonly oauthCallback: string
  readonly magicLinkCallback: string
  readonly accountSettings: string
  readonly error: string
  readonly teamInvitation: string
  /** Where a user approves the login of an agent; the service builds links to it. */
  readonly agentAuthConfirm: string
  /**
   * Where users of other domains come to go on there with a session of this one. An app that has its users sign in at
   * another domain names the page there, with its origin.
   */
  readonly crossDomain: string
  readonly afterSignIn: string
  readonly afterSignUp: string
  readonly afterSignOut: string
  /**
   * Where restricted users finish their sign-up. No default, unless pages are hosted: without it they stay on the page
   * where they are.
   */
  readonly onboarding: string | undefined
}

/** The name of one of the pages. */
export type PageName = keyof HandlerUrls

/** A page that every app has. */
export type KnownPage = Exclude<PageName, "onboarding">

/**
 * The path of the page that confirms a command-line login; it does not depend on the handler path
 * (docs/protocol/redirects.md#pages-of-the-app).
 */
export const cliAuthConfirm = "/handler/cli-auth-confirm"

/** The pages below the handler. Each is at its name in lower case, with hyphens, unless the app says otherwise. */
export const handlerPages = [
  "signIn",
  "signUp",
  "signOut",
  "emailVerification",
  "passwordReset",
  "forgotPassword",
  "oauthCallback",
  "magicLinkCallback",
  "accountSettings",
  "error",
  "teamInvitation",
  "agentAuthConfirm",
  "crossDomain"
] as const satisfies ReadonlyArray<PageName>

/** A page that the service hosts, on a host of the project (docs/guides/hosted-pages.md). */
export interface Hosted {
  readonly type: "hosted"
}

/** The pages that the service can host. */
export type HostedPage = Exclude<(typeof handlerPages)[number], "crossDomain"> | "onboarding"

/** Where the pages of an app are. */
export interface UrlOptions
  extends Partial<Omit<HandlerUrls, HostedPage>>, Partial<Record<HostedPage, string | Hosted | undefined>> {
  /** `{ type: "hosted" }`: the service hosts every page that has no entry here. Default: pages of the app. */
  readonly default?: Hosted | undefined
  /**
   * Where a self-hosted service has its hosted pages, such as `https://{projectId}.auth.example.com`. The vendor's
   * service and the emulator need no entry.
   */
  readonly hostedOrigin?: string | undefined
}

/** The entries of pages that are neither a text nor left out. */
export const listTargets = (options: UrlOptions = {}): ReadonlyArray<readonly [option: string, target: unknown]> =>
  Object.entries(options).filter(([, target]) => typeof target === "object")

/**
 * Fills in the defaults. `handler` is the base of all handler pages, `home` the default of the pages after signing in,
 * up and out. A hosted OAuth callback page is an empty text, which is the URL of whatever page the user is on.
 */
export const resolve = (options: UrlOptions = {}, hostedOrigin = ""): HandlerUrls => {
  const handler = trimEnd(options.handler ?? "/handler", "/")
  const home = options.home ?? "/"
  const afterSignIn = options.afterSignIn ?? home
  const resolveUrl = (name: (typeof handlerPages)[number] | "onboarding") => {
    const target = options[name] ?? (name === "crossDomain" ? undefined : options.default)
    if (typeof target === "string") return target
    if (target !== undefined && name === "oauthCallback") return ""
    const path = name.replace(/[A-Z]/g, "-$&").toLowerCase()
    return target === undefined ? `${handler}/${path}` : `${hostedOrigin}/handler/${path}`
  }
  const below = handlerPages.map((name) => [name, resolveUrl(name)])
  return {
    ...(Object.fromEntries(below) as Pick<HandlerUrls, (typeof handlerPages)[number]>),
    handler,
    home,
    afterSignIn,
    afterSignUp: options.afterSignUp ?? afterSignIn,
    afterSignOut: options.afterSignOut ?? home,
    onboarding: options.onboarding === undefined && options.default === undefined ? undefined : resolveUrl("onboarding")
  }
}
