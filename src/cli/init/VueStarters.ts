/** Starters for Vue and Nuxt. Their forms are their own: the screens of `gatefold add` are for React. */
import { defaultApiUrl } from "../../http/ServiceConfig.ts"
import { type App, optionsOf, type Starter } from "./StarterApp.ts"

/** A form to sign in and to sign up, over `enter` of its script. */
const form = `<template>
  <form @submit.prevent="enter('signIn')">
    <p>
      <label>Email <input v-model="person.email" type="email" autocomplete="username" required /></label>
    </p>
    <p>
      <label>Password <input v-model="person.password" type="password" autocomplete="current-password" required /></label>
    </p>
    <p v-if="problem" role="alert">{{ problem }}</p>
    <button>Sign in</button> <button type="button" @click="enter('signUp')">Create an account</button>
  </form>
</template>
`

/** The same where a server renders: before its scripts run, a form would lose what people type. */
const clientForm = form
  .replaceAll(/^ {2}/gm, "    ")
  .replace("<template>\n", "<template>\n  <ClientOnly>\n")
  .replace("</template>", "  </ClientOnly>\n</template>")

/** Vue in the browser, with its router. */
export const vue = (app: App): Starter => ({
  kind: "Vue",
  files: [
    {
      file: "src/auth.ts",
      text: `import { createClientApp } from "gatefold/promise"
import { shallowRef } from "vue"
import type { NavigationGuard } from "vue-router"

/** Your project: \`await auth.password.signIn({ email, password })\`. */
export const auth = createClientApp({
${optionsOf(app)},
  tokenStore: "cookie"
})

const readUser = () => auth.currentUser.get()
const user = shallowRef<Awaited<ReturnType<typeof readUser>>>()

// Now, after each sign-in and sign-out, also in another tab, and after changes of the user.
auth.onUserChange((found) => (user.value = found))

/** The signed-in user: null if nobody is signed in, undefined until the first read. */
export const useUser = () => user

/** Redirects signed-out visitors to the sign-in page, as \`beforeEnter\` of a route. */
export const signedIn: NavigationGuard = async (to) => {
  user.value ??= await readUser()
  return user.value !== null || { path: "/sign-in", query: { from: to.fullPath } }
}
`
    },
    {
      file: "src/views/SignIn.vue",
      text: `<script setup lang="ts">
import { reactive, ref } from "vue"
import { useRoute, useRouter } from "vue-router"
import { auth } from "../auth"

const route = useRoute()
const router = useRouter()
const person = reactive({ email: "", password: "" })
const problem = ref("")

const enter = async (method: "signIn" | "signUp") => {
  const result = await auth.password[method].result({ ...person })
  problem.value = result.ok ? "" : result.error.message
  if (result.ok) await router.push(String(route.query.from ?? "/"))
}
</script>

${form}`
    }
  ],
  hasHandler: false,
  byHand: [
    ...(app.dependencies.includes("vue-router")
      ? []
      : ["Install vue-router, which these files need: npm install vue-router"]),
    `In src/router/index.ts, add { path: "/sign-in", component: () => import("../views/SignIn.vue") } to the routes.`,
    `In the routes for signed-in users: beforeEnter: signedIn, from "../auth".`,
    "In a component: const user = useUser()."
  ]
})

/** Nuxt 4. */
export const nuxt = ({ brand, has }: App): Starter => {
  // The folder of Nuxt 3.
  const base = has("app.vue") && !has("app") ? "" : "app/"
  const config = `useRuntimeConfig().public.${brand.toLowerCase()}`
  return {
    kind: "Nuxt",
    files: [
      {
        file: "server/utils/auth.ts",
        text: `import { createPageRequests } from "gatefold/ssr"

/** Reads the session of a request. */
export const auth = createPageRequests(${config})
`
      },
      {
        file: "server/middleware/auth.ts",
        text: `/** The session of each request, in \`event.context.auth\`. */
export default defineEventHandler(async (event) => {
  const request = new Request(getRequestURL(event), { method: event.method, headers: event.headers })
  try {
    event.context.auth = await auth.open(request)
  } catch (refused) {
    if (refused instanceof Response) return refused
    throw refused
  }
  // The cookies of a session that was refreshed for this request.
  for (const [name, value] of await event.context.auth.headers()) appendResponseHeader(event, name, value)
})
`
      },
      {
        file: "shared/types/auth.d.ts",
        text: `import type { PageRequest } from "gatefold/ssr"

declare module "h3" {
  interface H3EventContext {
    auth: PageRequest
  }
}
`
      },
      {
        file: `${base}plugins/auth.client.ts`,
        text: `import { createClientApp } from "gatefold/promise"

/** Use it in the browser: \`useNuxtApp().$auth.password.signIn({ email, password })\`. */
export default defineNuxtPlugin(() => {
  const auth = createClientApp({ ...${config}, tokenStore: "cookie" })
  const user = useUser()
  // Now, after each sign-in and sign-out, also in another tab, and after changes of the user.
  auth.onUserChange((found) => (user.value = found && publicUser(found)))
  return { provide: { auth } }
})
`
      },
      {
        file: `${base}composables/useUser.ts`,
        text: `interface User {
  id: string
  displayName: string | null
  primaryEmail: string | null
}

/** The fields that pages show. */
export const publicUser = ({ id, displayName, primaryEmail }: User): User => ({ id, displayName, primaryEmail })

/** The signed-in user: null if nobody is signed in, undefined until the first read. */
export const useUser = () => useState<User | null | undefined>("user")

/** Reads the user. The page brings the server's result to the browser. */
export const loadUser = async () => {
  const user = useUser()
  const auth = import.meta.server ? useRequestEvent()!.context.auth : useNuxtApp().$auth
  const found = await auth.currentUser.get()
  user.value = found && publicUser(found)
  return user.value
}
`
      },
      {
        file: `${base}middleware/signed-in.ts`,
        text: `/** Redirects signed-out visitors to the sign-in page. */
export default defineNuxtRouteMiddleware(async (to) => {
  const user = useUser().value ?? (await loadUser())
  if (user === null) return navigateTo({ path: "/sign-in", query: { from: to.fullPath } })
})
`
      },
      {
        file: `${base}pages/sign-in.vue`,
        text: `<script setup lang="ts">
const { $auth } = useNuxtApp()
const route = useRoute()
const person = reactive({ email: "", password: "" })
const problem = ref("")

const enter = async (method: "signIn" | "signUp") => {
  const result = await $auth.password[method].result({ ...person })
  problem.value = result.ok ? "" : result.error.message
  if (result.ok) await navigateTo(String(route.query.from ?? "/"))
}
</script>

${clientForm}`
      }
    ],
    hasHandler: false,
    byHand: [
      "In nuxt.config.ts, add",
      `  runtimeConfig: { public: { ${brand.toLowerCase()}: { apiUrl: "${defaultApiUrl}", projectId: "", publishableClientKey: "" } } }`,
      `In ${base}app.vue, show the pages: <NuxtPage />.`,
      `In the pages for signed-in users: definePageMeta({ middleware: "signed-in" }).`,
      "In a component: const user = useUser()."
    ]
  }
}
