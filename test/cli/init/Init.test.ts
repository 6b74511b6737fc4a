/** What `gatefold init` gives to apps: it is right as it is. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { beforeAll, describe, expect, it } from "vitest"
import { credentials } from "../../../src/emulator/seeds/Development.ts"
import * as Totp from "../../../src/platform/Totp.ts"
import { checkTypes, develop, gatefold, makeApp, packageJson, serve } from "../app.ts"
import { frameworks, viteApp } from "./frameworks.ts"

const apps = path.resolve(import.meta.dirname, "../../../.cache/init")

const init = (folder: string, ...args: ReadonlyArray<string>) => gatefold(folder, "init", ...args)

const appWith = (name: string, files: Readonly<Record<string, string>>) => makeApp(path.join(apps, name), files)

beforeAll(() => fs.rmSync(apps, { recursive: true, force: true }))

describe.each(frameworks)("gatefold init in an app of %s", (kind, name, files, expected, screens) => {
  let folder: string
  let before: ReadonlyArray<string>
  let afterDry: ReadonlyArray<string>
  let dry: Awaited<ReturnType<typeof init>>
  let first: Awaited<ReturnType<typeof init>>
  let summary: {
    readonly files: ReadonlyArray<{ readonly file: string; readonly text: string }>
    readonly env: { readonly file: string; readonly names: ReadonlyArray<string> }
    readonly screens: { readonly files: ReadonlyArray<{ readonly file: string }> }
  }

  const read = (file: string) => fs.readFileSync(path.join(folder, file), "utf8")

  beforeAll(async () => {
    folder = appWith(name, files)
    before = fs.readdirSync(folder)
    dry = await init(folder, "--dry-run")
    afterDry = fs.readdirSync(folder)
    first = await init(folder, "--json")
    summary = JSON.parse(first.stdout)
  })

  it("writes nothing in a dry run, and says what it would write", () => {
    expect(dry).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(`Detected ${kind}. Dry run`) })
    expect(afterDry).toStrictEqual(before)
    const unnamed = summary.files.filter(({ file }) => !dry.stdout.includes(`  + ${file}\n`))
    expect(unnamed).toStrictEqual([])
    // Frameworks read their files themselves.
    expect(dry.stdout.includes("node --env-file=.env:")).toBe(/^(Node|Effect|Hono|Express)$/.test(kind))
  })

  it("writes the files that it names", () => {
    expect(first).toMatchObject({ code: 0, stderr: "" })
    expect(summary.files.map(({ file }) => file)).toStrictEqual(expected)
    for (const { file, text } of summary.files) expect(read(file), file).toBe(text)
  })

  it("writes secret keys for servers only, and marks them", () => {
    const isBrowserApp = /Vite|Vue|React Router|TanStack Start|Expo/.test(kind)
    expect(summary.env.names).toHaveLength(isBrowserApp ? 3 : 5)
    expect(read(summary.env.file)).toMatch(
      isBrowserApp
        ? /^(?!.*(SECRET|ssk_|sak_))/s
        : /^# Secret: .*\nSTACK_SECRET_SERVER_KEY=.*\nSTACK_SUPER_SECRET_ADMIN_KEY=/m
    )
    expect(dry.stdout.includes("Secret, for servers only: STACK_SECRET_SERVER_KEY, ")).toBe(!isBrowserApp)
  })

  it("copies the screens of React", () => {
    const copied = summary.screens.files.map(({ file }) => file)
    expect(copied.includes(`${screens}/handler/Handler.tsx`)).toBe(screens !== undefined)
    expect(copied.filter((file) => !fs.existsSync(path.join(folder, file)))).toStrictEqual([])
  })

  it("leaves an app whose types are right", async () => {
    expect(await checkTypes(folder)).toStrictEqual({ code: 0, stdout: "", stderr: "" })
  })

  it("keeps what is there, whatever it is", async () => {
    const env = read(summary.env.file)
    const mine = [expected[0]!, ...summary.screens.files.slice(0, 1).map(({ file }) => file)]
    for (const file of mine) fs.writeFileSync(path.join(folder, file), "mine")
    const second = await init(folder)
    expect(second).toMatchObject({ code: 0, stderr: "" })
    expect(second.stdout.split("\n").filter((line) => line.startsWith("  + "))).toStrictEqual([])
    for (const file of mine) expect(read(file), file).toBe("mine")
    expect(read(summary.env.file)).toBe(env)
  })
})

describe("gatefold init", () => {
  it("writes a module for a page without a framework, and no env file, which a file server could expose", async () => {
    const folder = appWith("plain", { "package.json": packageJson("gatefold"), "public/index.html": "" })
    const { code, stdout } = await init(folder)
    expect(code).toBe(0)
    expect(stdout).toContain("Detected HTML page.\n  + public/auth.js\n\nNext steps:")
    expect(fs.readdirSync(folder)).toStrictEqual(["node_modules", "package.json", "public"])
    expect(fs.readdirSync(path.join(folder, "public"))).toStrictEqual(["auth.js", "index.html"])
    expect(fs.readFileSync(path.join(folder, "public/auth.js"), "utf8")).toContain(credentials.projectId)
  })

  it("keeps the project that an env file names", async () => {
    const env = "NEXT_PUBLIC_STACK_PROJECT_ID=theirs\n"
    const folder = appWith("next-with-project", { "package.json": packageJson("next"), ".env.local": env })
    expect((await init(folder)).code).toBe(0)
    expect(fs.readFileSync(path.join(folder, ".env.local"), "utf8")).toBe(env)
    expect(fs.existsSync(path.join(folder, "app/handler/[...auth]/page.tsx"))).toBe(true)
  })

  it("names the file of a route as @react-router/fs-routes reads it", async () => {
    const folder = appWith("react-router-files", {
      "package.json": packageJson("@react-router/dev", "@react-router/fs-routes", "react", "react-router", "vite"),
      "src/root.tsx": ""
    })
    const { stdout } = await init(folder)
    expect(stdout).toContain("  + src/routes/handler.$.tsx\n")
    expect(stdout).not.toContain("routes.ts")
    expect(fs.existsSync(path.join(folder, "src/gatefold/handler/Handler.tsx"))).toBe(true)
  })

  it.each([
    ["SolidStart", ["@solidjs/start", "vite"], false],
    ["Remix", ["@remix-run/dev", "react"], true]
  ] as const)("says what to use in an app of %s, and writes nothing", async (name, dependencies, hasReact) => {
    const folder = appWith(`other-${name}`, { "package.json": packageJson(...dependencies) })
    const before = fs.readdirSync(folder)
    const { code, stderr, stdout } = await init(folder)
    expect({ code, stdout }).toStrictEqual({ code: 1, stdout: "" })
    expect(stderr).toContain(`gatefold init has no starter for ${name}, so it wrote nothing. It supports Next.js, `)
    expect(stderr).toContain("createClientApp of gatefold/promise")
    expect(stderr).toContain(`npx gatefold docs other-servers\n`)
    expect(stderr.includes("gatefold/react")).toBe(hasReact)
    const added = await gatefold(folder, "add", "sign-in", "--dry-run")
    expect(added.code).toBe(hasReact ? 0 : 1)
    expect(added.stderr).toMatch(hasReact ? /^$/ : /^The screens are React components, and this .* app does not depend/)
    expect(fs.readdirSync(folder)).toStrictEqual(before)
  })

  it("says where to run it", async () => {
    fs.mkdirSync(path.join(apps, "nothing"), { recursive: true })
    expect(await init(path.join(apps, "nothing"))).toStrictEqual({
      code: 1,
      stdout: "",
      stderr: `${path.join(apps, "nothing")} has no package.json. Run this command in the folder of your app.\n`
    })
  })
})

describe("an app after gatefold init and gatefold start", () => {
  it("signs people up in a browser", async () => {
    const folder = appWith("first-hour", viteApp)
    await init(folder)
    await using app = await serve(folder)
    const { page } = app
    await page.goto("/")
    await page.getByRole("heading", { name: /^Sign in to/ }).waitFor()
    const buttons = ["Continue", "Use a passkey", "Continue with GitHub"].map((name) =>
      page.getByRole("button", { name, exact: true }).count()
    )
    expect(await Promise.all(buttons)).toStrictEqual([1, 1, 1])
    await page.getByRole("link", { name: "Create an account" }).click()
    await page.getByRole("heading", { name: "Create your account" }).waitFor()
    await page.getByLabel("Email").fill("ann@example.org")
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery staple")
    await page.getByRole("button", { name: "Create account" }).click()
    await page.getByText("Hello ann@example.org").waitFor()
  })

  it("asks for the second factor on the page", async () => {
    const folder = appWith("second-factor", viteApp)
    await init(folder)
    await using app = await serve(folder)
    const { page } = app
    const secret = Buffer.alloc(20, "second factor")
    const password = "correct horse battery staple"
    fs.writeFileSync(
      path.join(folder, "users.json"),
      JSON.stringify([{ email: "ann@example.org", password, totp_secret_base64: secret.toString("base64") }])
    )
    const { projectId, secretServerKey } = credentials
    const target = ["--url", app.apiUrl, "--project", projectId, "--secret-server-key", secretServerKey]
    const imported = await gatefold(folder, "users", "import", "users.json", ...target)
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 created/) })
    const dialogs: Array<string> = []
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })

    await page.goto("/")
    await page.getByLabel("Email").fill("ann@example.org")
    await page.getByRole("button", { name: "Continue", exact: true }).click()
    await page.getByLabel("Password", { exact: true }).fill(password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByRole("heading", { name: "Two-step verification" }).waitFor()
    await page.getByLabel("6-digit code").fill(await Effect.runPromise(Totp.generate(secret)))
    await page.getByRole("button", { name: "Verify" }).click()
    await page.getByText("Hello ann@example.org").waitFor()
    expect(dialogs).toStrictEqual([])
  })

  it("says on the page at once that its service is not running, and continues when it is", async () => {
    const folder = appWith("no-service", viteApp)
    await init(folder)
    await using app = await develop(folder)
    const { page } = app
    const asked: Array<string> = []
    page.on("requestfailed", (request) => asked.push(new URL(request.url()).pathname))
    const alert = page.getByRole("alert").filter({ hasText: /did not answer .*npx gatefold start/ })
    const tryAgain = page.getByRole("button", { name: "Try again" })

    await page.goto("/")
    await alert.waitFor()
    // Not repeated, and then asked whether it runs at all.
    expect(asked).toStrictEqual(["/api/v1/projects/current", "/health"])
    {
      await using _service = await app.startService()
      await tryAgain.click()
      await page.getByRole("link", { name: "Create an account" }).click()
      await page.getByLabel("Email").fill("ann@example.org")
      await page.getByLabel("Password", { exact: true }).fill("correct horse battery staple")
      await page.getByRole("button", { name: "Create account" }).click()
      await page.getByText("Hello ann@example.org").waitFor()
    }
    // A page of the app's own, which has no error boundary.
    await page.reload()
    await alert.waitFor()
    await tryAgain.waitFor()
  })
})
