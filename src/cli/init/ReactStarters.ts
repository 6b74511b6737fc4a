/** The first files of apps with React: a provider, and the pages of the screens. */
import * as path from "node:path"
import { appFolderOf } from "../start/Framework.ts"
import { type App, optionsOf, type Starter } from "./StarterApp.ts"

/** How files of a folder import the screens. */
const importFrom = (folder: string, { screens }: App): string => path.posix.relative(folder, screens)

/** Servers do not read `<html lang>`, so these apps get the language of the screens in code. */
const textsImport = (folder: string, app: App): string =>
  app.language === undefined ? "" : `import { Texts } from "${importFrom(folder, app)}/text/Text"\n`

const inTexts = (lines: string, { language }: App): string => {
  const indent = /^ */.exec(lines)?.[0] ?? ""
  return language === undefined
    ? lines
    : `${indent}<Texts language="${language}">\n${lines.replace(/^/gm, "  ")}\n${indent}</Texts>`
}

/** The starter of React with Vite, in the browser only. */
export const vite = (app: App): Starter => ({
  kind: "React with Vite",
  files: [
    {
      file: "src/auth/Auth.tsx",
      text: `import { AuthProvider } from "gatefold/react"
import { lazy, type ReactNode, Suspense } from "react"
import { ErrorBoundary } from "${importFrom("src/auth", app)}/components/ErrorBoundary"
import { Toaster } from "${importFrom("src/auth", app)}/components/Toaster"
import "${importFrom("src/auth", app)}/gatefold.css"
import { historyNavigation, usePath } from "${importFrom("src/auth", app)}/lib/url"

// If you use a router, pass navigation: Navigation.layerCustom((url, { replace }) => …), from gatefold.
const options = {
${optionsOf(app)},
  navigation: historyNavigation
}

// The auth pages load when someone opens one of them.
const Handler = lazy(() => import("${importFrom("src/auth", app)}/handler/Handler").then((file) => ({ default: file.Handler })))

/** Provides the session to the whole app, shows the pages below /handler, and shows errors of hooks. */
export const Auth = ({ children }: { readonly children: ReactNode }) => (
  <AuthProvider options={options}>
    <Toaster>
      <ErrorBoundary>
        {usePath()?.startsWith("/handler/") ? (
          <Suspense>
            <Handler />
          </Suspense>
        ) : (
          children
        )}
      </ErrorBoundary>
    </Toaster>
  </AuthProvider>
)
`
    }
  ],
  hasHandler: true,
  byHand: [
    `In src/main.tsx, import { Auth } from "./auth/Auth", and wrap <App /> in <Auth>.`,
    `Anywhere below it: const user = useUser({ or: "redirect" }) of gatefold/react.`,
    "More screens: npx gatefold add"
  ]
})

/** The starter of React Router in framework mode, with a server. */
export const reactRouter = (app: App): Starter => {
  const folder = appFolderOf(app.has)
  // With routes by the names of files there is nothing to add to routes.ts.
  const isByFiles = app.dependencies.includes("@react-router/fs-routes")
  return {
    kind: "React Router",
    files: [
      {
        file: `${folder}/auth/options.ts`,
        text: `/** Options that the server and the browser share. None of them is secret. */
export const options = {
${optionsOf(app)},
  appUrl: import.meta.env.VITE_APP_URL ?? "http://localhost:5173"
}
`
      },
      {
        file: `${folder}/auth/auth.server.ts`,
        text: `import { createReactRouterAuth } from "gatefold/react-router/server"
import type { LoaderFunctionArgs } from "react-router"
import { options } from "./options"

/**
 * Use it on the server: \`auth.signedIn()\` in the middleware of a route, \`context.get(auth.page)\` in loaders and
 * actions.
 */
export const auth = createReactRouterAuth(options)

/** The root route opens the session of each request, and passes its user to the provider. */
export const middleware = [auth.middleware]
export const loader = ({ context }: LoaderFunctionArgs) => context.get(auth.page).dehydrate()
`
      },
      {
        file: `${folder}/auth/Auth.tsx`,
        text: `import { AuthProvider, type AuthProviderProps } from "gatefold/react-router"
import { ErrorBoundary } from "${importFrom(`${folder}/auth`, app)}/components/ErrorBoundary"
import { Toaster } from "${importFrom(`${folder}/auth`, app)}/components/Toaster"
import "${importFrom(`${folder}/auth`, app)}/gatefold.css"
${textsImport(`${folder}/auth`, app)}import { options } from "./options"

/** Provides the session to the whole app. */
export const Auth = ({ children, initial }: Omit<AuthProviderProps, "options">) => (
  <AuthProvider options={options} initial={initial}>
${inTexts("    <Toaster>\n      <ErrorBoundary>{children}</ErrorBoundary>\n    </Toaster>", app)}
  </AuthProvider>
)
`
      },
      {
        file: `${folder}/routes/${isByFiles ? "handler.$" : "handler"}.tsx`,
        text: `import { Handler } from "${importFrom(`${folder}/routes`, app)}/handler/Handler"

/** The auth pages below /handler. Sign-ins and emails link to them. */
export default function Page() {
  return <Handler />
}
`
      }
    ],
    hasHandler: true,
    byHand: [
      ...(isByFiles
        ? []
        : [
            `In ${folder}/routes.ts, import { route } from "@react-router/dev/routes", and add route("handler/*", "routes/handler.tsx").`
          ]),
      `In ${folder}/root.tsx, import { Auth } from "./auth/Auth", and add`,
      `  export { loader, middleware } from "./auth/auth.server"`,
      "  Let App({ loaderData }: Route.ComponentProps) return <Auth initial={loaderData}><Outlet /></Auth>.",
      `In a component below it: const user = useUser({ or: "redirect" }) of gatefold/react.`,
      "More screens: npx gatefold add"
    ]
  }
}

/** The starter of TanStack Start with React. */
export const tanStackStart = (app: App): Starter => {
  const screens = importFrom("src/auth", app)
  return {
    kind: "TanStack Start",
    files: [
      {
        file: "src/auth/options.ts",
        text: `/** Options that the server and the browser share. None of them is secret. */
export const options = {
${optionsOf(app)},
  appUrl: import.meta.env.VITE_APP_URL ?? "http://localhost:3000"
}
`
      },
      {
        file: "src/auth/auth.server.ts",
        text: `import { createTanStackStartAuth } from "gatefold/tanstack-start/server"
import { options } from "./options"

/** Use it in server functions and server routes: \`auth.page()\` has every operation, as the sender of the request. */
export const auth = createTanStackStartAuth(options)
`
      },
      {
        file: "src/auth/functions.ts",
        text: `import { createServerFn } from "@tanstack/react-start"
import { auth } from "./auth.server"

/** The user, for the provider of the root route. */
export const dehydrate = createServerFn().handler(() => auth.page().dehydrate())

/** Reads the user, or redirects to the sign-in page. In \`beforeLoad\`: \`requireUser({ data: location.href })\`. */
export const requireUser = createServerFn()
  .validator((returnTo: string) => returnTo)
  .handler(({ data: returnTo }) => auth.page().getUser({ or: "redirect", returnTo }))
`
      },
      {
        file: "src/start.ts",
        text: `import { createMiddleware, createStart } from "@tanstack/react-start"
import { auth } from "./auth/auth.server"

const session = createMiddleware().server(auth.middleware)

/** The session of each request. It refuses changes by foreign pages, as TanStack's CSRF middleware does. */
export const startInstance = createStart(() => ({ requestMiddleware: [session] }))
`
      },
      {
        file: "src/auth/Auth.tsx",
        text: `import { AuthProvider, type AuthProviderProps } from "gatefold/tanstack-start"
import { ErrorBoundary } from "${screens}/components/ErrorBoundary"
import { Toaster } from "${screens}/components/Toaster"
import "${screens}/gatefold.css"
${textsImport("src/auth", app)}import { options } from "./options"

/** Provides the session to the whole app. */
export const Auth = ({ children, initial }: Omit<AuthProviderProps, "options">) => (
  <AuthProvider options={options} initial={initial}>
${inTexts("    <Toaster>\n      <ErrorBoundary>{children}</ErrorBoundary>\n    </Toaster>", app)}
  </AuthProvider>
)
`
      },
      {
        file: "src/routes/handler.$.tsx",
        text: `import { createFileRoute } from "@tanstack/react-router"
import { Handler } from "${importFrom("src/routes", app)}/handler/Handler"

/** The auth pages below /handler. Sign-ins and emails link to them. */
export const Route = createFileRoute("/handler/$")({ component: Handler })
`
      }
    ],
    hasHandler: true,
    byHand: [
      `In src/routes/__root.tsx, import { Auth } from "../auth/Auth" and { dehydrate } from "../auth/functions", and add to the route`,
      "  loader: () => dehydrate(), component: Root",
      "  Let function Root() return <Auth initial={Route.useLoaderData()}><Outlet /></Auth>.",
      `In a component below it: const user = useUser({ or: "redirect" }) of gatefold/react.`,
      "More screens: npx gatefold add"
    ]
  }
}

/** The starter of Next.js. */
export const next = (app: App): Starter => {
  const base = app.has("src/app") ? "src/" : ""
  const handler = `${base}app/handler/[...auth]`
  return {
    kind: "Next.js",
    files: [
      {
        file: `${base}auth/options.ts`,
        text: `/** Options that the server and the browser share. None of them is secret. */
export const options = {
${optionsOf(app)},
  appUrl: process.env.NEXT_PUBLIC_APP_URL ?? "http://localhost:3000"
}
`
      },
      {
        file: `${base}auth/server.ts`,
        text: `import { createNextApp } from "gatefold/next/server"
import { options } from "./options"

/**
 * Use it on the server: \`await auth.getUser({ or: "redirect" })\` in a page, \`auth.protect\` around a route handler.
 */
export const auth = createNextApp(options)
`
      },
      {
        file: `${base}auth/actions.ts`,
        text: `"use server"
import { auth } from "./server"

/** Signs out, in a form: \`<form action={signOut}>\`. */
export const signOut = async () => {
  await auth.sessions.signOut()
}
`
      },
      {
        file: `${base}auth/Auth.tsx`,
        text: `import { AuthProvider } from "gatefold/next"
import { type ReactNode, Suspense } from "react"
import { Toaster } from "${importFrom(`${base}auth`, app)}/components/Toaster"
import "${importFrom(`${base}auth`, app)}/gatefold.css"
${textsImport(`${base}auth`, app)}import { options } from "./options"
import { auth } from "./server"

const Provider = async ({ children }: { readonly children: ReactNode }) => (
  <AuthProvider options={options} initial={await auth.dehydrate()}>
${inTexts("    <Toaster>{children}</Toaster>", app)}
  </AuthProvider>
)

/** Provides the session to the whole app. With cacheComponents, Next.js requires Suspense around what reads cookies. */
export const Auth = ({ children }: { readonly children: ReactNode }) => (
  <Suspense>
    <Provider>{children}</Provider>
  </Suspense>
)
`
      },
      {
        file: `${base}proxy.ts`,
        text: `import type { NextRequest } from "next/server"
import { auth } from "./auth/server"

/** Refreshes the session before a page renders. */
export const proxy = async (request: NextRequest) => {
  const response = await auth.proxy(request)
  if (request.nextUrl.pathname.startsWith("/handler/")) {
    // Other sites must not show the auth pages in a frame.
    response.headers.set("content-security-policy", "frame-ancestors 'none'")
  }
  return response
}

export const config = { matcher: "/((?!_next/|favicon.ico).*)" }
`
      },
      {
        file: `${handler}/page.tsx`,
        text: `import { Handler } from "${importFrom(handler, app)}/handler/Handler"

/** The auth pages below /handler. Sign-ins and emails link to them. */
export default function Page() {
  return <Handler />
}
`
      }
    ],
    hasHandler: true,
    byHand: [
      `In ${base}app/layout.tsx, import { Auth } from "../auth/Auth", and wrap {children} in <Auth>.`,
      `In a page below it: const user = await auth.getUser({ or: "redirect" }), of ${base}auth/server.`,
      "More screens: npx gatefold add"
    ]
  }
}
