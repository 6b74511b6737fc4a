/** What `gatefold init` gives to apps: it is right as it is. */
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { build, preview } from "vite"
import { waitMillis } from "../support/patience.ts"
import { launch } from "../browser/Chromium.ts"

const root = path.resolve(import.meta.dirname, "../..")
const main = path.join(root, "dist/cli/main.cjs")
const apps = path.join(root, ".cache/init")

interface Result {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const run = (cwd: string, ...args: ReadonlyArray<string>): Promise<Result> =>
  new Promise((resolve) =>
    execFile(process.execPath, args, { cwd }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    )
  )

const init = (folder: string, ...args: ReadonlyArray<string>) => run(folder, main, "init", ...args)

/** An app in which the package is installed. */
const appWith = (name: string, files: Readonly<Record<string, string>>): string => {
  const folder = path.join(apps, name)
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), text)
  }
  fs.mkdirSync(path.join(folder, "node_modules"), { recursive: true })
  fs.symlinkSync(root, path.join(folder, "node_modules/gatefold"))
  return folder
}

const packageJson = (...dependencies: ReadonlyArray<string>) =>
  JSON.stringify({
    private: true,
    type: "module",
    dependencies: Object.fromEntries(dependencies.map((name) => [name, "*"]))
  })

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

const viteApp = {
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

beforeAll(() => fs.rmSync(apps, { recursive: true, force: true }))

describe("gatefold init", () => {
  it.each([
    ["React with Vite", "vite-react", viteApp, ["src/auth/Auth.tsx", "src/auth/SignInPage.tsx"]],
    [
      "Vite",
      "vite",
      { "package.json": packageJson("vite"), "tsconfig.json": tsconfig("vite/client") },
      ["src/auth.ts"]
    ],
    [
      "Next.js",
      "next",
      {
        "package.json": packageJson("next", "react"),
        "tsconfig.json": tsconfig("node", "react"),
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
        "src/auth/Auth.tsx",
        "src/proxy.ts",
        "src/app/handler/[...auth]/page.tsx",
        "src/app/handler/[...auth]/SignInPage.tsx"
      ]
    ],
    ["Node", "node", { "package.json": packageJson(), "tsconfig.json": tsconfig("node") }, ["auth.ts"]],
    [
      "Effect",
      "effect",
      { "package.json": packageJson("effect"), "tsconfig.json": tsconfig("node"), "src/main.ts": "" },
      ["src/auth.ts"]
    ]
  ])("gives an app of %s what it needs, once", async (kind, name, files, expected) => {
    const folder = appWith(name, files)
    const before = fs.readdirSync(folder)
    const dry = await init(folder, "--dry-run")
    expect(dry).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(`An app of ${kind}; nothing is`) })
    expect(fs.readdirSync(folder)).toEqual(before)
    const first = await init(folder, "--json")
    expect(first).toMatchObject({ code: 0, stderr: "" })
    const summary = JSON.parse(first.stdout)
    expect(summary.files.map(({ file }: { readonly file: string }) => file)).toEqual(expected)
    expect(summary.env.names).toHaveLength(5)
    // Vite and Next.js read their files themselves
    expect(dry.stdout.includes("node --env-file=.env:")).toBe(summary.env.file === ".env")
    for (const { file, text } of summary.files) {
      expect(fs.readFileSync(path.join(folder, file), "utf8")).toBe(text)
      expect(dry.stdout).toContain(`  + ${file}\n`)
    }
    const tsc = path.join(root, "node_modules/typescript/bin/tsc")
    expect(await run(folder, tsc, "-p", ".")).toEqual({ code: 0, stdout: "", stderr: "" })

    // what is there stays, whatever it is
    fs.writeFileSync(path.join(folder, expected[0]!), "mine")
    const env = fs.readFileSync(path.join(folder, summary.env.file), "utf8")
    const second = await init(folder)
    expect(second).toMatchObject({ code: 0, stderr: "" })
    expect(second.stdout.split("\n").filter((line) => line.startsWith("  + "))).toEqual([])
    expect(fs.readFileSync(path.join(folder, expected[0]!), "utf8")).toBe("mine")
    expect(fs.readFileSync(path.join(folder, summary.env.file), "utf8")).toBe(env)
  })

  it("leaves the project alone that an env file names", async () => {
    const env = "NEXT_PUBLIC_STACK_PROJECT_ID=theirs\n"
    const folder = appWith("next-with-project", { "package.json": packageJson("next"), ".env.local": env })
    expect((await init(folder)).code).toBe(0)
    expect(fs.readFileSync(path.join(folder, ".env.local"), "utf8")).toBe(env)
    expect(fs.existsSync(path.join(folder, "app/handler/[...auth]/page.tsx"))).toBe(true)
  })

  it("says where it belongs", async () => {
    fs.mkdirSync(path.join(apps, "nothing"), { recursive: true })
    expect(await init(path.join(apps, "nothing"))).toEqual({
      code: 1,
      stdout: "",
      stderr: `There is no package.json in ${path.join(apps, "nothing")}. Start in the folder of your app.\n`
    })
  })
})

describe("an app after gatefold init and gatefold start", () => {
  const ends: Array<() => Promise<unknown>> = []
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })

  it("signs people up in a browser", async () => {
    const folder = appWith("first-hour", viteApp)
    await init(folder)
    const service = spawn(process.execPath, [main, "start", "--port", "0", "--json", "--write-env", ".env.local"], {
      cwd: folder
    })
    const ended = once(service, "close")
    ends.push(() => (service.kill("SIGINT"), ended))
    await once(service.stdout, "data")
    await build({ root: folder, configFile: false, logLevel: "silent" })
    const server = await preview({ root: folder, configFile: false, logLevel: "silent", preview: { port: 0 } })
    ends.push(() => server.close())
    const browser = await launch()
    ends.push(() => browser.close())
    const page = await browser.newPage()
    page.setDefaultTimeout(waitMillis)
    await page.goto(server.resolvedUrls!.local[0]!)
    await page.getByRole("heading", { name: "Sign in to Development" }).waitFor()
    for (const name of ["Mail me a link", "Sign in with a passkey", "Continue with github"]) {
      expect(await page.getByRole("button", { name }).count()).toBe(1)
    }
    await page.getByRole("link", { name: "I am new here" }).click()
    await page.getByRole("heading", { name: "Sign up for Development" }).waitFor()
    await page.getByLabel("E-mail").first().fill("ann@example.org")
    await page.getByLabel("Password").fill("correct horse battery staple")
    await page.getByRole("button", { name: "Sign up" }).click()
    await page.getByText("Hello ann@example.org").waitFor()
  })
})
