/** The projects: which page makes them, and what a person does meanwhile. */
import type { BrowserContext, Page } from "playwright-core"
import { findings } from "../../browser/demo/Axe.ts"
import { slowMillis, waitMillis } from "../../support/patience.ts"
import type { Typed } from "./Typed.ts"

/** What a person does once a command listens. */
export type Act = (command: string, typed: Typed, context: () => Promise<BrowserContext>) => Promise<void>

/** A project. */
export interface Project {
  readonly name: string
  /** The page of the documentation. */
  readonly page: string
  readonly act?: Act
  /** What the page has its reader change in files that are there, before the service starts. */
  readonly edits?: Readonly<Record<string, (text: string) => string>>
  /** The project whose app and service go on beside this one. */
  readonly beside?: string
}

const email = "ann@example.org"
const password = "correct horse battery staple"

/** Panels that development servers lay over a page. Their colors tell how fast the page was. */
const overlay = /^nuxt-devtools-frame\b/

/** Looks at the colors of a page by day and by night. */
const look = async (page: Page): Promise<void> => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    const faint = (await findings(page)).find(
      ({ rule, where }) => rule === "color-contrast" && where.some((place) => !overlay.test(place))
    )
    if (faint !== undefined) throw new Error(`hard to read, ${colorScheme}: ${faint.where.join("; ")}`)
  }
}

const signUp = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: "Create an account" }).click()
  await page.getByRole("heading", { name: "Create your account" }).waitFor()
  await look(page)
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Create account" }).click()
}

/** Does something on a page of the browser; a failure says what the page shows. */
const onPage = async (context: BrowserContext, url: string, use: (page: Page) => Promise<void>): Promise<void> => {
  const page = await context.newPage()
  const complaints: Array<string> = []
  page.on("console", (message) => void complaints.push(message.text()))
  page.setDefaultTimeout(waitMillis)
  try {
    // Some development servers bundle the app when a page asks for it.
    await page.goto(url, { timeout: slowMillis })
    await use(page)
  } catch (cause) {
    const shown = await page.locator("body").innerText({ timeout: waitMillis })
    throw new Error(`${page.url()} shows\n${shown}\n${complaints.join("\n")}`, { cause })
  }
  await page.close()
}

/** Opens the app, is led to the sign-in page, signs up, and is greeted. */
const visit: Act = async (command, { prints }, context) => {
  if (command !== "npm run dev") return
  const [url] = await prints(/http:\/\/localhost:\d+/)
  await onPage(await context(), url, async (page) => {
    await signUp(page)
    await page.getByRole("heading", { name: `Hello ${email}` }).waitFor()
    await look(page)
  })
}

/** Fills in the form of a guide's own sign-in page. */
const fillIn = async (page: Page, button: string, given: string): Promise<void> => {
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(given)
  await page.getByRole("button", { name: button }).click()
}

const mostTries = 10

/**
 * Opens a page for signed-in users, is led to the form, mistypes the password, signs up or in, is greeted on the page
 * that it came from, also after a reload, and signs out. First with the development server, then with the build.
 */
const useForm: Act = async (command, { prints }, context) => {
  if (!/^npm run (dev|preview|web)$|serve /.test(command)) return
  const isFirst = !/preview|serve dist/.test(command)
  const [, port] = await prints(/http:\/\/\S+?:(\d+)/)
  await onPage(await context(), `http://localhost:${port}/?tab=2`, async (page) => {
    // A development server loads the page again once it has prepared what the page imports.
    await page.waitForLoadState("networkidle")
    await page.getByRole("button", { name: "Create an account" }).waitFor()
    await look(page)
    const isRefused = async () => {
      await fillIn(page, "Sign in", "a wrong password")
      const alert = page.getByRole("alert").getByText(/\w/)
      return alert.waitFor({ timeout: waitMillis / mostTries }).then(
        () => true,
        () => false
      )
    }
    for (let tries = 1; !(await isRefused()); tries++) {
      if (tries === mostTries) throw new Error("The form does not say that the password is wrong")
    }
    await fillIn(page, isFirst ? "Create an account" : "Sign in", password)
    const hello = page.getByRole("heading", { name: `Hello ${email}` })
    await hello.waitFor()
    if (!page.url().endsWith("?tab=2")) throw new Error(`The sign-in came back to ${page.url()}`)
    await page.reload({ waitUntil: "networkidle" })
    await hello.waitFor()
    await look(page)
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("button", { name: "Create an account" }).waitFor()
  })
}

/** Opens the link that the terminal shows, in the browser that is signed in, and confirms. */
const confirm: Act = async (command, { done, prints }, context) => {
  if (!command.endsWith("login")) return
  const [url] = await prints(/http:\S+login_code=\w+/)
  await onPage(await context(), url, async (page) => {
    await page.getByRole("button", { name: "Sign in to terminal" }).click()
    await done
  })
}

/** The edits of `docs/start/react-router.md`, which names the lines and not the whole files. */
export const reactRouterEdits = {
  "app/routes.ts": () => `import { index, route, type RouteConfig } from "@react-router/dev/routes"

export default [index("routes/home.tsx"), route("handler/*", "routes/handler.tsx")] satisfies RouteConfig
`,
  "app/root.tsx": (text: string) =>
    text
      .replace("App()", "App({ loaderData }: Route.ComponentProps)")
      .replace("<Outlet />", "<Auth initial={loaderData}><Outlet /></Auth>")
      .replace(
        /^import "\.\/app\.css"$/m,
        `import type { Route } from "./+types/root"
import { Auth } from "./auth/Auth"
$&

export { loader, middleware } from "./auth/auth.server"`
      )
}

const tanStackStartEdits = {
  "src/routes/__root.tsx": (text: string) =>
    `${text
      .replace(
        /^import .* from '@tanstack\/react-router'$/m,
        `import { createRootRoute, HeadContent, Outlet, Scripts } from "@tanstack/react-router"
import { Auth } from "../auth/Auth"
import { dehydrate } from "../auth/functions"`
      )
      .replace("shellComponent:", "loader: () => dehydrate(),\n  component: Root,\n  shellComponent:")}
function Root() {
  return <Auth initial={Route.useLoaderData()}><Outlet /></Auth>
}
`
}

/** In the order in which they are tried. */
export const projects: ReadonlyArray<Project> = [
  { name: "Node script", page: "docs/start/node.md" },
  { name: "Hono", page: "docs/start/hono.md" },
  { name: "Express", page: "docs/start/express.md" },
  { name: "Effect backend", page: "docs/start/effect.md" },
  { name: "Vite", page: "docs/start/vite.md", act: visit },
  { name: "Terminal", page: "docs/start/terminal.md", act: confirm, beside: "Vite" },
  { name: "Next.js", page: "docs/start/nextjs.md", act: visit },
  { name: "React Router", page: "docs/start/react-router.md", act: visit, edits: reactRouterEdits },
  { name: "TanStack Start", page: "docs/start/tanstack-start.md", act: visit, edits: tanStackStartEdits },
  { name: "Expo", page: "docs/start/expo.md", act: useForm },
  { name: "Vue", page: "docs/guides/vue.md", act: useForm },
  { name: "Nuxt", page: "docs/guides/nuxt.md", act: useForm },
  { name: "SvelteKit", page: "docs/guides/sveltekit.md", act: useForm },
  { name: "Astro", page: "docs/guides/astro.md", act: useForm },
  { name: "Plain HTML", page: "docs/guides/plain-html.md", act: useForm }
]
