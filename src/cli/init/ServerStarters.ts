/** Starters for frameworks whose server answers forms, without JavaScript in the page. */
import { type App, optionsOf, type Starter } from "./StarterApp.ts"

const fields = (indent: string) =>
  [
    "<p>",
    `  <label>Email <input name="email" type="email" autocomplete="username" required /></label>`,
    "</p>",
    "<p>",
    `  <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>`,
    "</p>"
  ]
    .map((line) => indent + line)
    .join("\n")

const buttons = (indent: string) => `${indent}<button>Sign in</button>
${indent}<button name="new">Create an account</button>`

/** SvelteKit 2. */
export const svelteKit = (app: App): Starter => ({
  kind: "SvelteKit",
  files: [
    {
      file: "src/lib/server/auth.ts",
      text: `import { env } from "$env/dynamic/private"
import { redirect } from "@sveltejs/kit"
import { createPageRequests, type PageRequest } from "gatefold/ssr"

export const auth = createPageRequests({
${optionsOf(app)},
  appUrl: env.APP_URL ?? "http://localhost:5173",
  urls: { signIn: "/sign-in" },
  httpOnly: true,
  redirect: (url, status) => redirect(status, url)
})

declare global {
  namespace App {
    interface Locals {
      auth: PageRequest
    }
  }
}
`
    },
    {
      file: "src/hooks.server.ts",
      text: `import type { Handle } from "@sveltejs/kit"
import { auth } from "$lib/server/auth"

/** The session of each request, in \`locals.auth\`. */
export const handle: Handle = ({ event, resolve }) =>
  auth.handle(
    event.request,
    (page) => {
      event.locals.auth = page
      return resolve(event)
    },
    { url: event.url }
  )
`
    },
    {
      file: "src/routes/sign-in/+page.server.ts",
      text: `import { type Actions, fail } from "@sveltejs/kit"

export const actions = {
  default: async ({ locals, request }) => {
    const form = await request.formData()
    const person = { email: String(form.get("email")), password: String(form.get("password")) }
    const result = form.has("new")
      ? await locals.auth.password.signUp.result(person)
      : await locals.auth.password.signIn.result(person)
    return result.ok ? undefined : fail(400, { problem: result.error.message })
  }
} satisfies Actions
`
    },
    {
      file: "src/routes/sign-in/+page.svelte",
      text: `<script lang="ts">
  let { form } = $props()
</script>

<form method="POST">
${fields("  ")}
  {#if form}<p role="alert">{form.problem}</p>{/if}
${buttons("  ")}
</form>
`
    }
  ],
  hasHandler: false,
  byHand: [
    `In the load function of a page: const user = await locals.auth.getUser({ or: "redirect" }).`,
    `In an action: await locals.auth.sessions.signOutTo("/sign-in").`
  ]
})

/** Astro that renders on demand. */
export const astro = (app: App): Starter => ({
  kind: "Astro",
  files: [
    {
      file: "src/auth.ts",
      text: `import { createPageRequests, type PageRequest } from "gatefold/ssr"

export const auth = createPageRequests({
${optionsOf(app)},
  appUrl: import.meta.env.APP_URL ?? "http://localhost:4321",
  urls: { signIn: "/sign-in" },
  httpOnly: true
})

declare global {
  namespace App {
    interface Locals {
      auth: PageRequest
    }
  }
}
`
    },
    {
      file: "src/middleware.ts",
      text: `import { defineMiddleware } from "astro:middleware"
import { auth } from "./auth"

/** The session of each request, in \`Astro.locals.auth\`. */
export const onRequest = defineMiddleware((context, next) =>
  auth.handle(context.request, (page) => {
    context.locals.auth = page
    return next()
  })
)
`
    },
    {
      file: "src/pages/sign-in.astro",
      text: `---
const { auth } = Astro.locals
let problem: string | undefined
if (Astro.request.method === "POST") {
  const form = await Astro.request.formData()
  const person = { email: String(form.get("email")), password: String(form.get("password")) }
  const result = form.has("new") ? await auth.password.signUp.result(person) : await auth.password.signIn.result(person)
  if (!result.ok) problem = result.error.message
}
---
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Sign in</title>
  </head>
  <body>
    <form method="POST">
${fields("      ")}
      {problem && <p role="alert">{problem}</p>}
${buttons("      ")}
    </form>
  </body>
</html>
`
    }
  ],
  hasHandler: false,
  byHand: [
    `In astro.config.mjs, set output: "server" and an adapter: npx astro add node.`,
    `In a page: const user = await Astro.locals.auth.getUser({ or: "redirect" }).`,
    `To sign out: await Astro.locals.auth.sessions.signOutTo("/sign-in").`
  ]
})
