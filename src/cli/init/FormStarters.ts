/** Starters with forms of their own: the screens of `gatefold add` are for React. */
import { defaultApiUrl } from "../../http/ServiceConfig.ts"
import type { App, Starter } from "./StarterApp.ts"
import { makeStarterFiles } from "./StarterFiles.ts"

/** Vue in the browser, with its router. */
export const makeVue = (app: App): Starter => ({
  kind: "Vue",
  files: makeStarterFiles("vue", app, ["src/auth.ts", "src/views/SignIn.vue"]),
  byHand: [
    ...(app.dependencies.includes("vue-router")
      ? []
      : ["Install vue-router, which these files need: npm install vue-router"]),
    'In src/router/index.ts, add { path: "/sign-in", component: () => import("../views/SignIn.vue") } to the routes.',
    'In the routes for signed-in users: beforeEnter: signedIn, from "../auth".',
    "In a component: const user = useUser()."
  ]
})

/** Nuxt 4. Its page renders on the server: before its scripts run, a form would lose what people type. */
export const makeNuxt = (app: App): Starter => {
  // The folder of Nuxt 3.
  const base = app.has("app.vue") && !app.has("app") ? "" : "app/"
  const name = app.brand.toLowerCase()
  const files = [
    "server/utils/auth.ts",
    "server/middleware/auth.ts",
    "shared/types/auth.d.ts",
    "app/plugins/auth.client.ts",
    "app/composables/useUser.ts",
    "app/middleware/signed-in.ts",
    "app/pages/sign-in.vue"
  ]
  return {
    kind: "Nuxt",
    files: makeStarterFiles("nuxt", app, files, {
      place: (file) => file.replace(/^app\//, base),
      values: { config: `useRuntimeConfig().public.${name}` }
    }),
    byHand: [
      "In nuxt.config.ts, add",
      `  runtimeConfig: { public: { ${name}: { apiUrl: "${defaultApiUrl}", projectId: "", publishableClientKey: "" } } }`,
      `In ${base}app.vue, show the pages: <NuxtPage />.`,
      'In the pages for signed-in users: definePageMeta({ middleware: "signed-in" }).',
      "In a component: const user = useUser()."
    ]
  }
}

/** SvelteKit 2. Its server answers the form, without JavaScript in the page. */
export const makeSvelteKit = (app: App): Starter => ({
  kind: "SvelteKit",
  files: makeStarterFiles("sveltekit", app, [
    "src/lib/server/auth.ts",
    "src/hooks.server.ts",
    "src/routes/sign-in/+page.server.ts",
    "src/routes/sign-in/+page.svelte"
  ]),
  byHand: [
    'In the load function of a page: const user = await locals.auth.getUser({ or: "redirect" }).',
    'In an action: await locals.auth.sessions.signOutTo("/sign-in").'
  ]
})

/** Astro that renders on demand. Its server answers the form, too. */
export const makeAstro = (app: App): Starter => ({
  kind: "Astro",
  files: makeStarterFiles("astro", app, ["src/auth.ts", "src/middleware.ts", "src/pages/sign-in.astro"]),
  byHand: [
    'In astro.config.mjs, set output: "server" and an adapter: npx astro add node.',
    'In a page: const user = await Astro.locals.auth.getUser({ or: "redirect" }).',
    'To sign out: await Astro.locals.auth.sessions.signOutTo("/sign-in").'
  ]
})
