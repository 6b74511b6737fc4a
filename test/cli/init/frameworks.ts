/** Apps of every framework that `gatefold init` detects, and the files that it adds to them. */
import * as fs from "node:fs"
import * as path from "node:path"
import { expoModules } from "../../docs/expoModules.ts"
import { globals } from "../../fixtures/nuxtImports.ts"
import { packageJson } from "../app.ts"

const fixture = (file: string) => fs.readFileSync(path.join(import.meta.dirname, "../../fixtures", file), "utf8")

const tsconfig = (...types: ReadonlyArray<string>) =>
  JSON.stringify({
    compilerOptions: {
      target: "ES2023",
      lib: ["ES2023", "DOM", "DOM.Iterable"],
      module: "esnext",
      moduleResolution: "bundler",
      jsx: "react-jsx",
      types,
      strict: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      skipLibCheck: true,
      noEmit: true
    },
    include: ["**/*.ts", "**/*.tsx"]
  })

/** A React app with Vite whose page shows the signed-in user. */
export const viteApp = {
  "package.json": packageJson("react", "vite"),
  "tsconfig.json": tsconfig("vite/client"),
  "index.html": `<!doctype html><div id="root"></div><script type="module" src="/src/main.tsx"></script>`,
  "src/App.tsx": `import { useUser } from "gatefold/react"

export const App = () => <p>Hello {useUser({ or: "redirect" }).primaryEmail}</p>
`,
  "src/main.tsx": `import { createRoot } from "react-dom/client"
import { App } from "./App"
import { Auth } from "./auth/Auth"

createRoot(document.getElementById("root")!).render(<Auth><App /></Auth>)
`
}

/** The screens are in their folder, if the framework has any. */
export const frameworks: ReadonlyArray<
  [
    kind: string,
    folder: string,
    files: Readonly<Record<string, string>>,
    added: ReadonlyArray<string>,
    screens?: string
  ]
> = [
  ["React with Vite", "vite-react", viteApp, ["src/auth/Auth.tsx"], "src/gatefold"],
  ["Vite", "vite", { "package.json": packageJson("vite"), "tsconfig.json": tsconfig("vite/client") }, ["src/auth.ts"]],
  [
    "React Router",
    "react-router",
    {
      "package.json": packageJson("@react-router/dev", "react", "react-router", "vite"),
      "tsconfig.json": tsconfig("vite/client"),
      "app/root.tsx": `import type { DehydratedState } from "gatefold/react"
import { Outlet } from "react-router"
import { Auth } from "./auth/Auth"

export { loader, middleware } from "./auth/auth.server"

export default function App({ loaderData }: { readonly loaderData: DehydratedState }) {
  return <Auth initial={loaderData}><Outlet /></Auth>
}
`
    },
    ["app/auth/options.ts", "app/auth/auth.server.ts", "app/auth/Auth.tsx", "app/routes/handler.tsx"],
    "app/gatefold"
  ],
  [
    "TanStack Start",
    "tanstack-start",
    {
      "package.json": packageJson("@tanstack/react-start", "@tanstack/react-router", "react", "vite"),
      "tsconfig.json": tsconfig("vite/client"),
      "src/framework.d.ts": fixture("types/tanstack-start.d.txt"),
      "src/routeTree.gen.ts": fixture("types/tanstack-routes.txt"),
      "src/routes/__root.tsx": `import { createRootRoute, Outlet } from "@tanstack/react-router"
import { Auth } from "../auth/Auth"
import { dehydrate } from "../auth/functions"

export const Route = createRootRoute({ loader: () => dehydrate(), component: Root })

function Root() {
  return <Auth initial={Route.useLoaderData()}><Outlet /></Auth>
}
`
    },
    [
      "src/auth/options.ts",
      "src/auth/auth.server.ts",
      "src/auth/functions.ts",
      "src/start.ts",
      "src/auth/Auth.tsx",
      "src/routes/handler.$.tsx"
    ],
    "src/gatefold"
  ],
  [
    "Next.js",
    "next",
    {
      "package.json": packageJson("next", "react"),
      "tsconfig.json": tsconfig("node", "react"),
      "next-env.d.ts": `/// <reference types="next" />\n`,
      "src/app/layout.tsx": `import type { ReactNode } from "react"
import { Auth } from "../auth/Auth"
import { auth } from "../auth/server"

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const user = await auth.getUser()
  return <html lang={user === null ? "en" : "de"}><body><Auth>{children}</Auth></body></html>
}
`
    },
    [
      "src/auth/options.ts",
      "src/auth/server.ts",
      "src/auth/actions.ts",
      "src/auth/Auth.tsx",
      "src/proxy.ts",
      "src/app/handler/[...auth]/page.tsx"
    ],
    "src/components/gatefold"
  ],
  [
    "Vue",
    "vue",
    {
      "package.json": packageJson("vite", "vue", "vue-router"),
      "tsconfig.json": tsconfig("vite/client"),
      "src/framework.d.ts": fixture("types/vue-nuxt.d.txt")
    },
    ["src/auth.ts", "src/views/SignIn.vue"]
  ],
  [
    "Expo",
    "expo",
    {
      "package.json": packageJson("effect", "expo", "react", "react-native"),
      "tsconfig.json": tsconfig("node"),
      "expo.d.ts": expoModules
    },
    ["auth/options.ts", "auth/Auth.tsx", "auth/Auth.web.tsx", "auth/SignIn.tsx"]
  ],
  [
    "Nuxt",
    "nuxt",
    {
      "package.json": packageJson("nuxt", "effect"),
      "tsconfig.json": tsconfig(),
      "app/app.vue": "",
      "nuxt.d.ts": fixture("types/vue-nuxt.d.txt"),
      "imports.d.ts": globals
    },
    [
      "server/utils/auth.ts",
      "server/middleware/auth.ts",
      "shared/types/auth.d.ts",
      "app/plugins/auth.client.ts",
      "app/composables/useUser.ts",
      "app/middleware/signed-in.ts",
      "app/pages/sign-in.vue"
    ]
  ],
  [
    "SvelteKit",
    "sveltekit",
    {
      "package.json": packageJson("@sveltejs/kit", "effect", "svelte", "vite"),
      "tsconfig.json": tsconfig().replace(
        `"strict"`,
        `"paths":{"$lib/server/auth":["./src/lib/server/auth.ts"]},"strict"`
      ),
      "src/framework.d.ts": fixture("types/sveltekit-astro.d.txt")
    },
    [
      "src/lib/server/auth.ts",
      "src/hooks.server.ts",
      "src/routes/sign-in/+page.server.ts",
      "src/routes/sign-in/+page.svelte"
    ]
  ],
  [
    "Astro",
    "astro",
    {
      "package.json": packageJson("astro", "effect"),
      "tsconfig.json": tsconfig("vite/client"),
      "src/framework.d.ts": fixture("types/sveltekit-astro.d.txt")
    },
    ["src/auth.ts", "src/middleware.ts", "src/pages/sign-in.astro"]
  ],
  ["Node", "node", { "package.json": packageJson(), "tsconfig.json": tsconfig("node") }, ["auth.ts"]],
  ["Hono", "hono", { "package.json": packageJson("hono"), "tsconfig.json": tsconfig("node") }, ["auth.ts"]],
  [
    "Express",
    "express",
    { "package.json": packageJson("effect", "express"), "tsconfig.json": tsconfig("node"), "src/main.ts": "" },
    ["src/auth.ts"]
  ],
  [
    "Effect",
    "effect",
    { "package.json": packageJson("effect"), "tsconfig.json": tsconfig("node"), "src/main.ts": "" },
    ["src/auth.ts"]
  ]
]
