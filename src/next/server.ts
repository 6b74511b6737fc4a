/**
 * Gatefold in the server parts of a Next.js app: server components, server actions, route handlers and the proxy. It
 * does not load in a browser.
 */
// The module behind `next/navigation`, which loads only if a bundler of Next.js replaces it.
import { redirect } from "next/dist/client/components/redirect.js"
import { cookies, headers } from "next/headers.js"
import { NextResponse } from "next/server.js"
import { cache } from "react"
import * as App from "./NextApp.ts"
import type { NextRuntime } from "./NextRuntime.ts"
import * as ServerApp from "./NextServerApp.ts"

export type { GetUser, GetUserOptions } from "../ssr/PageUser.ts"
export type { NextApp, NextAppOptions } from "./NextApp.ts"
export type { GetServerUser, NextServerApp, NextServerAppOptions } from "./NextServerApp.ts"
export type { Protect } from "../ssr/Protect.ts"
export type { Proxy } from "./Proxy.ts"

const next: NextRuntime = {
  cookies,
  headers,
  redirect,
  renderScope: cache(() => ({})),
  forward: (requestHeaders) => NextResponse.next({ request: { headers: requestHeaders } })
}

/**
 * Makes an app for the whole server. Its user is the sender of the current request.
 *
 * @example
 * ```ts
 * export const auth = createNextApp({ projectId, publishableClientKey, apiUrl })
 *
 * export default async function Page() {
 *   const user = await auth.getUser({ or: "redirect" })
 *   return <h1>Hello {user.displayName}</h1>
 * }
 * ```
 */
export const createNextApp = (options: App.NextAppOptions): App.NextApp => App.make(next, options)

/**
 * Creates the app with the secret server key: it reads users in the server's shape, and has all operations of a server.
 *
 * @example
 * ```ts
 * export const auth = createNextServerApp({ projectId, publishableClientKey, secretServerKey })
 *
 * const user = await auth.getUser({ or: "throw" })
 * await auth.users.update({ userId: user.id, serverMetadata: { plan: "pro" } })
 * ```
 */
export const createNextServerApp = (options: ServerApp.NextServerAppOptions): ServerApp.NextServerApp =>
  ServerApp.make(next, options)
