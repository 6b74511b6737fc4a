/** The first files of apps with React: a provider, and the pages of the screens. */
import { findAppFolder } from "../start/Framework.ts"
import type { App, Starter } from "./StarterApp.ts"
import { makeStarterFiles } from "./StarterFiles.ts"

const useUser = 'const user = useUser({ or: "redirect" }) of gatefold/react.'
const moreScreens = "More screens: npx gatefold add"

/** React with Vite, in the browser only. */
export const makeVite = (app: App): Starter => ({
  kind: "React with Vite",
  files: makeStarterFiles("vite", app, ["src/auth/Auth.tsx"]),
  hasHandler: true,
  byHand: [
    'In src/main.tsx, import { Auth } from "./auth/Auth", and wrap <App /> in <Auth>.',
    `Anywhere below it: ${useUser}`,
    moreScreens
  ]
})

/** React Router in framework mode, with a server. */
export const makeReactRouter = (app: App): Starter => {
  const folder = findAppFolder(app.has)
  // With routes by the names of files there is nothing to add to routes.ts.
  const isByFiles = app.dependencies.includes("@react-router/fs-routes")
  const files = ["app/auth/options.ts", "app/auth/auth.server.ts", "app/auth/Auth.tsx", "app/routes/handler.tsx"]
  return {
    kind: "React Router",
    files: makeStarterFiles("react-router", app, files, {
      place: (file) => file.replace("app", folder).replace("handler", isByFiles ? "handler.$" : "handler")
    }),
    hasHandler: true,
    byHand: [
      ...(isByFiles
        ? []
        : [
            `In ${folder}/routes.ts, import { route } from "@react-router/dev/routes", and add route("handler/*", "routes/handler.tsx").`
          ]),
      `In ${folder}/root.tsx, import { Auth } from "./auth/Auth", and add`,
      '  export { loader, middleware } from "./auth/auth.server"',
      "  Let App({ loaderData }: Route.ComponentProps) return <Auth initial={loaderData}><Outlet /></Auth>.",
      `In a component below it: ${useUser}`,
      moreScreens
    ]
  }
}

export const makeTanStackStart = (app: App): Starter => ({
  kind: "TanStack Start",
  files: makeStarterFiles("tanstack-start", app, [
    "src/auth/options.ts",
    "src/auth/auth.server.ts",
    "src/auth/functions.ts",
    "src/start.ts",
    "src/auth/Auth.tsx",
    "src/routes/handler.$.tsx"
  ]),
  hasHandler: true,
  byHand: [
    'In src/routes/__root.tsx, import { Auth } from "../auth/Auth" and { dehydrate } from "../auth/functions", and add to the route',
    "  loader: () => dehydrate(), component: Root",
    "  Let function Root() return <Auth initial={Route.useLoaderData()}><Outlet /></Auth>.",
    `In a component below it: ${useUser}`,
    moreScreens
  ]
})

export const makeNext = (app: App): Starter => {
  const base = app.has("src/app") ? "src/" : ""
  const files = [
    "auth/options.ts",
    "auth/server.ts",
    "auth/actions.ts",
    "auth/Auth.tsx",
    "proxy.ts",
    "app/handler/[...auth]/page.tsx"
  ]
  return {
    kind: "Next.js",
    files: makeStarterFiles("next", app, files, { place: (file) => base + file }),
    hasHandler: true,
    byHand: [
      `In ${base}app/layout.tsx, import { Auth } from "../auth/Auth", and wrap {children} in <Auth>.`,
      `In a page below it: const user = await auth.getUser({ or: "redirect" }), of ${base}auth/server.`,
      moreScreens
    ]
  }
}

const expoModules = ["expo-secure-store", "expo-web-browser", "expo-crypto", "expo-linking"]

/**
 * Expo. The screens of `gatefold add` are for the web, so its form is its own. A phone and the web keep their sessions
 * in different places: Metro takes `Auth.web.tsx` for the web.
 */
export const makeExpo = (app: App): Starter => {
  const base = app.has("src") ? "src/" : ""
  const files = ["auth/options.ts", "auth/Auth.tsx", "auth/Auth.web.tsx", "auth/SignIn.tsx"]
  return {
    kind: "Expo",
    files: makeStarterFiles("expo", app, files, { place: (file) => base + file }),
    byHand: [
      `Install the modules of Expo: npx expo install ${expoModules.join(" ")}`,
      `In the root of your app, import { Auth } from "./${base}auth/Auth", and put it around your screens.`,
      "Below it: const user = useUser() of gatefold/react. Show <SignIn /> while it is null."
    ]
  }
}
