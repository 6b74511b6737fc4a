/** A server app with the secret server key, and the user of the current request. */
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ServerUser } from "../api/schema/User.ts"
import * as ClientApp from "../promise/ClientApp.ts"
import { type CallOptions, orReject } from "../promise/Method.ts"
import * as RequestUser from "../promise/RequestUser.ts"
import { createServerApp, type CreateServerAppOptions, type EffectServerApp } from "../promise/ServerApp.ts"
import {
  makeCurrentUserMethods,
  type EffectRequest,
  type RequestError,
  type RequestServices
} from "../promise/ServerRequest.ts"
import * as ServerApp from "../server/ServerApp.ts"
import { AllowedUsers } from "../session/AllowedUsers.ts"
import * as PageUser from "../ssr/PageUser.ts"
import * as Protect from "../ssr/Protect.ts"
import * as CurrentRequest from "./internal/CurrentRequest.ts"
import { type NextApp, type NextAppOptions, makeRequestApp, withParts } from "./NextApp.ts"
import type { NextRuntime } from "./NextRuntime.ts"

/** How a Next.js app with the secret server key is configured. */
export interface NextServerAppOptions
  extends NextAppOptions, Pick<CreateServerAppOptions, "secretServerKey" | "dangerouslyAllowBrowser"> {}

/** Reads the current user as servers see it; all components of one render share one request. */
export interface GetServerUser {
  /** `redirect` redirects to the sign-in page, and `throw` rejects with `UserAuthenticationRequired`. */
  (options: { readonly or: "redirect" | "throw" } & PageUser.GetUserOptions): Promise<ServerUser>
  (options?: { readonly or?: Or } & PageUser.GetUserOptions): Promise<ServerUser | null>
}

/** Every operation of a server, and the current request. */
export interface NextServerApp extends Omit<EffectServerApp, "forRequest" | "run"> {
  readonly getUser: GetServerUser
  /** The user of the current request, as servers see and change it. */
  readonly currentUser: EffectRequest["currentUser"]
  /** The operations of the user, without the rights of the server, and the proxy. */
  readonly client: NextApp<RequestError>
  /** A route handler for signed-in users; other requests are refused. */
  readonly protect: Protect.Protect<ServerUser>
  /** Runs any effect over the app's services and those of the current request. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, RequestServices>, options?: CallOptions) => Promise<A>
}

type Or = "redirect" | RequestUser.GetOptions["or"]

const read = PageUser.makeReader({
  "return-null": RequestUser.get(),
  throw: RequestUser.get({ or: "throw" }),
  "anonymous-if-exists": RequestUser.get({ or: "anonymous-if-exists" })
})

/** Makes the app over the functions of Next.js. */
export const make = (next: NextRuntime, options: NextServerAppOptions): NextServerApp => {
  const { forRequest: _, ...server } = createServerApp(options)
  const request = CurrentRequest.make<RequestServices, RequestError>(next, options, (parts) =>
    Layer.mergeAll(
      ClientApp.layer(withParts(options, parts)),
      Layer.provide(ServerApp.layer(options), parts.http(options.http)),
      Layer.succeed(AllowedUsers, options.allow ?? [])
    )
  )
  const getUser = ({ allow, or, returnTo }: NonNullable<Parameters<GetServerUser>[0]> = {}) =>
    orReject<ServerUser | null, RequestServices>(request.runAt(returnTo), read(or, allow))
  return {
    ...server,
    getUser: getUser as GetServerUser,
    currentUser: makeCurrentUserMethods(request.run),
    client: makeRequestApp<RequestError>(request, next, options),
    protect: Protect.make(
      (allow) => orReject<ServerUser | null, RequestServices>(request.run, PageUser.orNull(read("throw", allow))),
      options
    ),
    run: (effect, callOptions) => orReject(request.run, effect, callOptions)
  }
}
