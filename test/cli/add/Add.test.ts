/** `gatefold add`: what it copies, that it fits into apps, and that a whole app of it works. */
import * as fs from "node:fs"
import * as path from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { readFiles, screens } from "../../../src/cli/add/Screens.ts"
import type { Result } from "../../../tools/package/npm.ts"
import { root } from "../../support/root.ts"
import { checkTypes, gatefold, makeApp, packageJson, serve } from "../app.ts"

const apps = path.join(root, ".cache/add")
const guides = ["screens", "screens-customize", "screens-languages", "screens-theme"]
const guide = guides.map((name) => fs.readFileSync(path.join(root, `docs/guides/${name}.md`), "utf8")).join("\n")

/** The files that the guides show, by their names. */
const shown = new Map(
  Array.from(guide.matchAll(/^```tsx\n\/\/ (\S+)\n([\s\S]*?)^```$/gm), ([, file = "", code = ""]) => [file, code])
)

const add = (folder: string, ...args: ReadonlyArray<string>) => gatefold(folder, "add", ...args)

/** An app in which the package is installed. */
const appWith = (name: string, dependencies: ReadonlyArray<string>, files: Readonly<Record<string, string>> = {}) =>
  makeApp(path.join(apps, name), { "package.json": packageJson(...dependencies), ...files })

const linesWith = (sign: string, { stdout }: Result) =>
  stdout.split("\n").filter((line) => line.startsWith(`  ${sign} `))

beforeAll(() => fs.rmSync(apps, { recursive: true, force: true }))

/** What `--json` prints. */
interface Added {
  readonly dir: string
  readonly files: ReadonlyArray<{ readonly file: string; readonly state: string }>
}

describe("gatefold add", () => {
  it("lists the screens without names", async () => {
    const folder = appWith("list", ["react", "vite"])
    const { stdout } = await add(folder)
    expect(screens.filter(({ name }) => !stdout.includes(`  ${name} `))).toStrictEqual([])
    const json = JSON.parse((await add(folder, "--json")).stdout)
    expect(json.screens.map(({ name }: { readonly name: string }) => name)).toStrictEqual(
      screens.map(({ name }) => name)
    )
    expect(fs.readdirSync(folder)).toStrictEqual(["node_modules", "package.json"])
  })

  it("suggests similar names", async () => {
    const folder = appWith("unknown", ["react", "vite"])
    const result = await add(folder, "sign-in", "acount")
    expect(result).toMatchObject({ code: 1, stdout: "" })
    expect(result.stderr).toMatch(
      /^Unknown screen acount\. Did you mean account\? Choose from handler, .*, or all\.\n$/
    )
    expect((await add(folder, "billing")).stderr).toMatch(/^Unknown screen billing\. Choose from /)
    expect(fs.existsSync(path.join(folder, "src"))).toBe(false)
  })

  it("says where to run it", async () => {
    fs.mkdirSync(path.join(apps, "nothing"))
    expect(await add(path.join(apps, "nothing"), "sign-in")).toStrictEqual({
      code: 1,
      stdout: "",
      stderr: `${path.join(apps, "nothing")} has no package.json. Run this command in the folder of your app.\n`
    })
  })

  it("says when it cannot write", async () => {
    const folder = appWith("a-file", ["react", "vite"], { "src/gatefold": "a file" })
    const result = await add(folder, "sign-in")
    expect(result).toMatchObject({ code: 1, stdout: "" })
    expect(result.stderr).toMatch(/ENOTDIR|EEXIST/)
    expect(result.stderr.trim().split("\n")).toHaveLength(1)
  })

  it.each([
    ["vite", ["react", "vite"], {}, "src/gatefold", `import { SignIn } from "./gatefold/sign-in/SignIn"`],
    [
      "react-router",
      ["@react-router/dev", "react", "vite"],
      { "app/root.tsx": "" },
      "app/gatefold",
      `import { SignIn } from "./gatefold/sign-in/SignIn"`
    ],
    [
      "next",
      ["next", "react"],
      {},
      "components/gatefold",
      `import { SignIn } from "@/components/gatefold/sign-in/SignIn"`
    ],
    [
      "next-src",
      ["next", "react"],
      { "src/app/page.tsx": "" },
      "src/components/gatefold",
      `import { SignIn } from "@/components/gatefold/sign-in/SignIn"`
    ]
  ])("writes screens where an app of %s has them", async (name, dependencies, files, dir, line) => {
    const folder = appWith(`at-${name}`, dependencies, files)
    const result = await add(folder, "sign-in")
    expect(result).toMatchObject({ code: 0, stderr: "" })
    expect(result.stdout).toContain(line)
    const [signIn] = screens.filter(({ name }) => name === "sign-in")
    const copied = fs
      .readdirSync(path.join(folder, dir), { recursive: true, encoding: "utf8" })
      .filter((name) => path.extname(name) !== "")
    expect(copied.toSorted()).toStrictEqual(
      readFiles([signIn!])
        .map(({ file }) => file)
        .toSorted()
    )
    expect(linesWith("+", result)).toHaveLength(copied.length)
  })

  it("writes nothing in a dry run, and to the given folder", async () => {
    const folder = appWith("dry", ["react", "vite"])
    const dry = await add(folder, "user-button", "--dry-run")
    expect(dry.stdout).toContain("nothing is written")
    expect(linesWith("+", dry).length).toBeGreaterThan(5)
    expect(fs.existsSync(path.join(folder, "src"))).toBe(false)
    const written = await add(folder, "user-button", "--dir", "lib/auth", "--json")
    const { dir, files }: Added = JSON.parse(written.stdout)
    expect(dir).toBe("lib/auth")
    const isWritten = ({ file, state }: Added["files"][number]) =>
      state === "new" && fs.existsSync(path.join(folder, file))
    expect(files.filter((file) => !isWritten(file))).toStrictEqual([])
  })

  it("keeps files that the app has changed, and names them", async () => {
    const folder = appWith("twice", ["react", "vite"])
    const first = linesWith("+", await add(folder, "sign-in"))
    const pages = path.join(folder, "src/gatefold/lib/pages.ts")
    const shipped = fs.readFileSync(pages, "utf8")
    const mine = shipped.replace(`home: "/"`, `home: "/start"`)
    fs.writeFileSync(pages, mine)
    // As Git has it on Windows.
    const button = path.join(folder, "src/gatefold/components/Button.tsx")
    fs.writeFileSync(button, fs.readFileSync(button, "utf8").replaceAll("\n", "\r\n"))

    const again = await add(folder, "sign-in", "sign-up")
    expect(again.code).toBe(0)
    expect(linesWith("~", again)).toStrictEqual(["  ~ src/gatefold/lib/pages.ts (was changed, and stays as it is)"])
    expect(linesWith("+", again)).toContain("  + src/gatefold/sign-up/SignUp.tsx")
    expect(linesWith("+", again).filter((line) => first.includes(line))).toStrictEqual([])
    expect(again.stdout).toContain("--force")
    expect(fs.readFileSync(pages, "utf8")).toBe(mine)

    const forced = await add(folder, "sign-in", "--force")
    expect(linesWith("!", forced)).toHaveLength(1)
    expect(fs.readFileSync(pages, "utf8")).toBe(shipped)
    const last = await add(folder, "sign-in", "sign-up")
    expect(linesWith("~", last)).toStrictEqual([])
    expect(linesWith("+", last)).toStrictEqual([])
  })
})

/** As `npm create vite` and `create-next-app` write it. */
const templates = {
  vite: {
    target: "es2023",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    module: "esnext",
    types: ["vite/client"],
    skipLibCheck: true,
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    moduleDetection: "force",
    noEmit: true,
    jsx: "react-jsx",
    strict: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    erasableSyntaxOnly: true,
    noFallthroughCasesInSwitch: true
  },
  next: {
    target: "ES2017",
    lib: ["dom", "dom.iterable", "esnext"],
    allowJs: true,
    skipLibCheck: true,
    strict: true,
    noEmit: true,
    esModuleInterop: true,
    module: "esnext",
    moduleResolution: "bundler",
    resolveJsonModule: true,
    isolatedModules: true,
    jsx: "react-jsx",
    incremental: false
  }
}

describe("copied screens", () => {
  it.each([
    ["vite", ["react", "vite"], (file: string) => file.startsWith("src/")],
    ["next", ["next", "react"], (file: string) => file.startsWith("app/")]
  ] as const)(
    "have no type error in a new app of %s, with the code of the guide",
    async (name, dependencies, isPage) => {
      const pages = [...shown].filter(([file]) => isPage(file))
      expect(pages.length).toBeGreaterThan(1)
      const folder = appWith(`types-${name}`, dependencies, {
        ...Object.fromEntries(pages),
        ...(name === "next" && { "next-env.d.ts": `/// <reference types="next" />\n` })
      })
      await gatefold(folder, "init")
      await add(folder, "all")
      // With stricter options they are checked among the blocks of the guide.
      const config = { compilerOptions: templates[name], include: ["**/*.ts", "**/*.tsx"] }
      fs.writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(config))
      expect(await checkTypes(folder)).toStrictEqual({ code: 0, stdout: "", stderr: "" })
    }
  )
})

describe("an app of all screens", () => {
  it("is one file of the guide, in which people sign up and in and manage account and teams", async () => {
    const code = shown.get("src/main.tsx") ?? ""
    expect(code).not.toBe("")
    const folder = appWith("whole", ["react", "vite"], {
      "src/main.tsx": code,
      "index.html": `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" /><title>App</title><div id="root"></div><script type="module" src="/src/main.tsx"></script>`
    })
    await gatefold(folder, "init")
    await add(folder, "all")
    await using app = await serve(folder)
    const { page } = app
    const complaints: Array<string> = []
    page.on("console", (message) => (message.type() === "error" ? complaints.push(message.text()) : undefined))
    page.on("pageerror", (error) => complaints.push(error.message))
    const click = (name: string) => page.getByRole("button", { name, exact: true }).click()
    const follow = (name: string) => page.getByRole("link", { name, exact: true }).click()
    const heading = (name: string) => page.getByRole("heading", { name, exact: true }).waitFor()
    const password = "correct horse battery staple"

    // What needs a user sends strangers to the sign-in page, and they come back.
    await page.goto("/account/security")
    await page.getByRole("heading", { name: /^Sign in to/ }).waitFor()
    await follow("Create an account")
    await page.getByLabel("Email").fill("ann@example.org")
    await page.getByLabel("Password", { exact: true }).fill(password)
    await click("Create account")
    await heading("Security")

    // From here on nothing loads the page.
    await page.evaluate(() => Reflect.set(globalThis, "stays", true))
    await follow("Profile")
    await page.waitForURL("**/account")
    await page.getByLabel("Display name").fill("Ann")
    await click("Save")
    await page.getByText("Name saved").waitFor()
    await follow("Emails")
    await page.getByRole("listitem", { name: "ann@example.org" }).waitFor()
    await page.goBack()
    await heading("Profile")

    await click("Team: No team")
    await follow("Create team")
    await click("Create team")
    await page.getByLabel("Team name").fill("Foundry")
    await page.getByRole("dialog").getByRole("button", { name: "Create team" }).click()
    await heading("Foundry")
    await click("Your account")
    await page.locator(".gf-menu-popup").getByRole("button", { name: "Sign out" }).click()
    await heading("Home")
    expect(await page.evaluate(() => Reflect.get(globalThis, "stays"))).toBe(true)

    await follow("Sign in")
    await page.getByLabel("Email").fill("ann@example.org")
    await click("Continue")
    await page.getByLabel("Password", { exact: true }).fill(password)
    await click("Sign in")
    await heading("Home")
    await click("Your account")
    await page.getByText("Ann", { exact: true }).waitFor()
    expect(complaints).toStrictEqual([])
  })
})
