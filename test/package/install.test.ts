/** The packed tarball works once it is installed: types, imports, exports and error texts. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as path from "node:path"
import { createInterface } from "node:readline"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { beforeAll, describe, expect, it } from "@effect/vitest"
import * as esbuild from "esbuild"
import packageJson from "../../package.json" with { type: "json" }
import { formatTestedVersion, env, pack, quickly, run, succeed, writeManifest } from "../../tools/package/npm.ts"
import { tryProjects } from "../prove/first-hour/follow.ts"
import { open } from "../prove/first-hour/Workshop.ts"
import { root } from "../support/root.ts"
import { useTemporaryFolder } from "../support/useTemporaryFolder.ts"

const temporary = useTemporaryFolder()
const bin = (name: string) => path.join(root, "node_modules/.bin", name)
/** What can be imported; `internal.test.ts` is about the rest. */
const subpaths = Object.entries(packageJson.exports).flatMap(([subpath, target]) => (target === null ? [] : [subpath]))
const specifier = (subpath: string) => path.posix.join(packageJson.name, subpath)

/** The modules that a pattern such as `./client/*` stands for. */
const expand = (subpath: string): ReadonlyArray<string> =>
  subpath.endsWith("/*")
    ? fs
        .readdirSync(path.join(root, "src", path.dirname(subpath)))
        .filter((file) => file.endsWith(".ts"))
        .map((file) => subpath.replace("*", path.basename(file, ".ts")))
    : [subpath]

/** Modules of an open folder that are closed themselves, as `internal.test.ts` checks. */
const closed = new Set(
  Object.entries(packageJson.exports).flatMap(([subpath, target]) => (target === null ? subpath : []))
)
const modules = subpaths
  .filter((subpath) => !subpath.endsWith(".json"))
  .flatMap(expand)
  .filter((subpath) => !closed.has(subpath))

/** Those that load in any program: fixtures of Vitest load in its tests only. */
const loadable = modules.filter((subpath) => subpath !== "./testing/vitest")

/** Those that have what they use of Effect inside (decision 0048). */
const standalone = ["", "/server", "/admin", "/backend", "/payments", "/payments/server", "/payments/admin"].map(
  (entry) => `./promise${entry}`
)

/** Adapters of these, for a framework. */
const adapters = ["./hono", "./express"]

/** Those that share their services and errors. */
const sharing = loadable.filter((subpath) => ![...standalone, ...adapters].includes(subpath))

const peers = [
  "@noble/curves",
  "@noble/hashes",
  "@sqlite.org/sqlite-wasm",
  "@effect/platform-node",
  "@effect/sql-pg",
  "react",
  "@types/react"
]

/** Peers that are too large to be installed once more. */
const linked = [
  "next",
  "vitest",
  "@playwright/test",
  "hono",
  "express",
  "@types/express",
  "react-router",
  "@tanstack/react-router"
]

/** A project with the tarball and peers, the same with no peer but Effect, and with nothing else. */
const install = async () => {
  const folders = ["consumer", "core", "bare"].map((name) => path.join(temporary, name))
  const [withPeers, withEffect, without] = folders as [string, string, string]
  writeManifest(withPeers)
  await succeed("npm", ["install", ...quickly, tarball, ...["effect", ...peers].map(formatTestedVersion)], withPeers)
  fs.cpSync(withPeers, withEffect, { recursive: true, verbatimSymlinks: true })
  await succeed("npm", ["uninstall", ...quickly, "--offline", ...peers], withEffect)
  fs.cpSync(withEffect, without, { recursive: true, verbatimSymlinks: true })
  await succeed("npm", ["uninstall", ...quickly, "--offline", "effect"], without)
  for (const name of linked) {
    const link = path.join(withPeers, "node_modules", name)
    fs.mkdirSync(path.dirname(link), { recursive: true })
    fs.symlinkSync(path.join(root, "node_modules", name), link)
  }
  return [withPeers, withEffect, without] as const
}

/** What each file's folders are, for the package itself goes through all files for each question. */
const withFolders = (pkg: ReturnType<typeof createPackageFromTarballData>) => {
  const folders = new Set<string>()
  for (const file of pkg.listFiles()) {
    for (let folder = path.posix.dirname(file); !folders.has(folder); folder = path.posix.dirname(folder)) {
      folders.add(folder)
    }
  }
  return Object.assign(pkg, { directoryExists: (folder: string) => folders.has(folder.replace(/(?<=.)\/$/, "")) })
}

/** Imports `subpaths` in a fresh process and returns the number of names that each exports. */
const importAll = async (directory: string, paths: ReadonlyArray<string>): Promise<Record<string, number>> => {
  const script = `const found = {}
for (const name of ${JSON.stringify(paths.map(specifier))}) found[name] = Object.keys(await import(name)).length
console.log(JSON.stringify(found))`
  return JSON.parse(await succeed(process.execPath, ["--input-type=module", "--eval", script], directory))
}

/** Names under which one service or error would be known as two different ones; how many are known under several. */
const findDoubles = `
const found = new Map()
const add = (value, where) => {
  if (typeof value !== "function") return
  const name = typeof value.key === "string" ? value.key : value.prototype instanceof Error ? value.name : undefined
  if (name === undefined) return
  found.set(name, (found.get(name) ?? new Map()).set(where, value))
}
for (const [entry, exports] of Object.entries(entries)) {
  for (const [name, value] of Object.entries(exports)) {
    add(value, entry + " " + name)
    if (typeof value === "object" && value !== null) {
      for (const [member, inner] of Object.entries(value)) add(inner, entry + " " + name + "." + member)
    }
  }
}
const doubles = [...found].filter(([, places]) => new Set(places.values()).size > 1)
console.log(JSON.stringify({
  doubles: doubles.map(([name, places]) => [name, ...places.keys()]),
  shared: [...found.values()].filter((places) => places.size > 1).length
}))`

/** Where files belong: those for Node, those for bundlers, or, for what is one file for both, neither. */
const listForms = (files: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(
    files.flatMap((file) => {
      const own = /node_modules\/gatefold\/dist\/(.*)$/.exec(file)?.[1]
      if (own === undefined || /^(react|next|expo|payments|ssr|react-router|tanstack-start)\//.test(own)) return []
      return [own.startsWith("node/") ? "Node" : "bundlers"]
    })
  )
]

/** A program that looks at what the modules export. */
const comparing = (paths: ReadonlyArray<string>): string => {
  const imports = paths.map((subpath, index) => `import * as M${index} from "${specifier(subpath)}"`)
  const entries = paths.map((subpath, index) => `"${subpath}": M${index}`)
  return `${imports.join("\n")}\nconst entries = { ${entries.join(", ")} }\n${findDoubles}`
}

let tarball = ""
/** A project with peers, one with Effect, and one with nothing but Gatefold. */
let consumer = ""
let core = ""
let bare = ""

beforeAll(async () => {
  tarball = (await pack(temporary)).tarball
})

/** The one thing here that may need the network: what npm's cache does not hold comes from its registry. */
beforeAll(async () => {
  console.log("Installs the tarball and its peers; waits for the npm registry where npm's cache does not hold them")
  ;[consumer, core, bare] = await install()
})

describe("the packed tarball", () => {
  it("has types for every module resolution of ES modules", async () => {
    const report = await checkPackage(withFolders(createPackageFromTarballData(fs.readFileSync(tarball))))
    if (report.types === false) return expect.unreachable("it has no types")
    expect(Object.keys(report.entrypoints)).toStrictEqual(
      expect.arrayContaining([".", "./server", "./react", "./next", "./emulator"])
    )
    const others: ReadonlyArray<string> = ["node10", "node16-cjs"]
    expect(
      report.problems.filter((problem) => !("resolutionKind" in problem && others.includes(problem.resolutionKind)))
    ).toStrictEqual([])
  })

  describe("installed", () => {
    it("imports every subpath in plain Node", async () => {
      const found = await importAll(consumer, loadable)
      expect(Object.keys(found)).toStrictEqual(loadable.map(specifier))
      // Types only.
      expect(Object.keys(found).filter((name) => found[name] === 0)).toStrictEqual(["gatefold/http/Credentials"])
    })

    // Tools that run code for Workers and edge functions in Node may say both.
    it.each(["node", "workerd", "edge-light"])(
      "has each service and error once, with condition %s",
      async (condition) => {
        const conditions = ["--conditions", condition]
        const counting = `import { registerHooks } from "node:module"
const files = []
registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) })
const entries = {}
for (const name of ${JSON.stringify(sharing.map(specifier))}) entries[name] = await import(name)`
        const args = [
          ...conditions,
          "--input-type=module",
          "--eval",
          `${counting}${findDoubles}\nconsole.log(JSON.stringify(files))`
        ]
        const [found, loaded] = (await succeed(process.execPath, args, consumer)).trim().split("\n") as [string, string]
        expect(listForms(JSON.parse(loaded))).toStrictEqual(["Node"])
        const { doubles, shared } = JSON.parse(found)
        expect(doubles).toStrictEqual([])
        expect(shared).toBeGreaterThan(60)
      }
    )

    it.each([
      ["browser", ["browser"]],
      ["node", ["node"]],
      // As the bundlers of frameworks do, which build the same component for a server.
      ["neutral", ["react-server", "node", "import"]]
    ] as const)("has each service and error once in a bundle for the platform %s", async (platform, conditions) => {
      const paths = sharing.filter((subpath) =>
        platform === "node"
          ? !/^\.\/(next|undici)/.test(subpath)
          : /^\.(\/(client|session|token|http|api|react|promise\/effect))?(\/[A-Z]\w*)?$/.test(subpath)
      )
      const { metafile, outputFiles } = await esbuild.build({
        stdin: { contents: comparing(paths), resolveDir: consumer },
        bundle: true,
        format: "esm",
        platform,
        conditions: [...conditions],
        mainFields: ["module", "main"],
        external: [
          "react",
          "react-dom",
          "@babel/parser",
          "@effect/platform-node",
          "@sqlite.org/sqlite-wasm",
          "bcryptjs",
          "nodemailer",
          "oauth4webapi",
          "postal-mime",
          "smtp-server",
          "@simplewebauthn/*",
          "vitest",
          "@playwright/test"
        ],
        metafile: true,
        write: false
      })
      expect(listForms(Object.keys(metafile.inputs))).toStrictEqual([platform === "browser" ? "bundlers" : "Node"])
      fs.writeFileSync(path.join(consumer, "bundle.mjs"), outputFiles[0]!.text)
      const { doubles, shared } = JSON.parse(await succeed(process.execPath, ["bundle.mjs"], consumer))
      expect(doubles).toStrictEqual([])
      expect(shared).toBeGreaterThan(40)
    })

    it("exports the same names to Node and to bundlers", async () => {
      const folder = path.join(consumer, "node_modules/gatefold/dist")
      const files = fs
        .globSync("**/*.js", { cwd: path.join(folder, "node") })
        .filter((file) => !/^(chunks|cli)\/|^testing\/vitest/.test(file))
      expect(files.length).toBeGreaterThan(50)
      const script = `const names = async (file) => Object.keys(await import(file)).toSorted()
const different = []
for (const file of ${JSON.stringify(files)}) {
  const [forNode, forBundlers] = [await names("./dist/node/" + file), await names("./dist/" + file)]
  if (String(forNode) !== String(forBundlers)) different.push([file, forNode, forBundlers])
}
console.log(JSON.stringify(different))`
      const output = await succeed(process.execPath, ["--input-type=module", "--eval", script], path.dirname(folder))
      expect(JSON.parse(output)).toStrictEqual([])
    })

    it("says so when there are two copies of Effect, and once", async () => {
      const script = `
        import { Effect } from "effect"
        import { ClientApp } from "gatefold"
        const app = Effect.provide(ClientApp.ClientApp, ClientApp.layer({ projectId: "1", publishableClientKey: "pck_1" }))
        await Effect.runPromise(app)
        await Effect.runPromise(app)`
      const errors = async () =>
        (await run(process.execPath, ["--input-type=module", "--eval", script], consumer)).stderr
      expect(await errors()).toBe("")
      const copy = path.join(consumer, "node_modules/gatefold/node_modules/effect")
      fs.cpSync(path.join(consumer, "node_modules/effect"), copy, { recursive: true })
      const said = await errors()
      fs.rmSync(copy, { recursive: true })
      expect(said).toMatch(
        /^Your program runs on another copy of effect than the 4\.\d+\.\d+ that gatefold finds\. .*\n$/
      )
    })

    // Without Effect's streams, which are 16 files and a third of what is loaded of Effect.
    it.each([
      ["gatefold", 15, 85],
      ["gatefold/promise/effect/server", 20, 85],
      ["gatefold/promise/server", 7, 0]
    ] as const)("opens few files of %s in Node", async (entry, most, mostOfEffect) => {
      const counter = path.join(root, "test/bench/cases/count-files.ts")
      const args = ["--import", counter, "--input-type=module", "--eval", `await import("${entry}"); process.exit(0)`]
      const files = JSON.parse(await succeed(process.execPath, args, consumer))
      expect(files.gatefold).toBeLessThanOrEqual(most)
      expect(files.effect ?? 0).toBeLessThanOrEqual(mostOfEffect)
    })

    it.each([
      ["in an app with the types of Node", "node", modules],
      // Those of Next.js need them.
      ["in an app without them", "react", modules.filter((subpath) => !subpath.startsWith("./next"))]
    ])("type-checks every subpath, declaration files included, %s", async (_, ambient, subpaths) => {
      const lines = subpaths.map((subpath, index) => `import * as M${index} from "${specifier(subpath)}"`)
      const uses = subpaths.map((_, index) => `M${index}`).join(", ")
      fs.writeFileSync(path.join(consumer, "index.ts"), `${lines.join("\n")}\nexport const all = [${uses}]\n`)
      const options = ["--noEmit", "--strict", "--module", "nodenext", "--lib", "esnext,dom", "--types", ambient]
      const types = ["--typeRoots", path.join(root, "node_modules/@types"), "--checkers", "1"]
      const { stdout } = await run(bin("tsc"), [...options, ...types, "index.ts"], consumer)
      expect(stdout.split("\n").filter((line) => /gatefold|^index\.ts/.test(line))).toStrictEqual([])
    })
  })

  it("names the package that an imported password stands on", async () => {
    const script = `
      import { toFetchHandler } from "gatefold/emulator"
      const service = toFetchHandler()
      const { baseUrl, internal } = await service.emulator
      const post = (path, level, key, body) => service.fetch(new Request(baseUrl + "/api/v1" + path, {
        method: "POST",
        headers: { "content-type": "application/json", "x-stack-project-id": internal.projectId, "x-stack-access-type": level, ...key },
        body: JSON.stringify(body)
      }))
      const email = "ann@example.org"
      const password_hash = "$2b$04$" + "a".repeat(53)
      await post("/users", "server", { "x-stack-secret-server-key": internal.secretServerKey },
        { primary_email: email, primary_email_auth_enabled: true, password_hash })
      const answer = await post("/auth/password/sign-in", "client",
        { "x-stack-publishable-client-key": internal.publishableClientKey }, { email, password: "correct horse" })
      console.log(answer.status, await answer.text())
      await service.dispose()`
    const answer = await succeed(process.execPath, ["--input-type=module", "--eval", script], core)
    expect(answer).toBe("501 Imported bcrypt hashes need a package: npm install --save-dev bcryptjs\n")
  })

  it("runs promise apps without Effect", async () => {
    const manifests = fs.globSync("node_modules/{*,@*/*}/package.json", { cwd: bare })
    const installed = manifests.map((file) => path.dirname(file).slice("node_modules/".length)).toSorted()
    expect(installed).toStrictEqual(["@simplewebauthn/browser", "gatefold", "jose", "uqr"])
    const files = fs.globSync("node_modules/**", { cwd: bare }).map((file) => fs.statSync(path.join(bare, file)))
    const bytes = files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0)
    expect(bytes).toBeLessThanOrEqual(15_500_000)
    await importAll(bare, standalone)
  })

  it("needs no other peer, except for entry points of one", async () => {
    expect(fs.existsSync(path.join(core, "node_modules/@effect/platform-node"))).toBe(false)
    await importAll(
      core,
      loadable.filter(
        (subpath) =>
          !/^\.\/((payments\/)?react|expo|(next|react-router|tanstack-start)(\/server)?|undici|emulator\/browser|testing\/playwright)$/.test(
            subpath
          )
      )
    )
  })

  describe("its command, with nothing else installed", () => {
    const gatefold = () => path.join(bare, "node_modules/.bin/gatefold")

    it("helps", async () => {
      const { code, stderr, stdout } = await run(gatefold(), ["--help"], bare)
      expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" })
      for (const command of ["start", "tour"]) expect(stdout, command).toMatch(new RegExp(`^  ${command} `, "m"))
    })

    it("starts, writes the env file, and prints an app that works with it", async () => {
      const child = spawn(gatefold(), ["start", "--port", "0", "--write-env", ".env"], { cwd: bare, env })
      const ended = once(child, "close")
      const output = await new Promise<string>((resolve) => {
        let text = ""
        child.stdout.on("data", (chunk) => {
          text += chunk
          if (text.includes("Ctrl-C")) resolve(text)
        })
        void ended.then(() => resolve(text))
      })
      const [, consoleUrl = ""] = /^ {2}console +(\S+)$/m.exec(output) ?? []
      const page = await (await fetch(consoleUrl)).text()
      const [, script = ""] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
      expect(await (await fetch(new URL(script, consoleUrl))).text()).toMatch(/x-gatefold-emulator-token/)
      const printed = /^For your app:\n\n((?: {2}.*\n|\n)+?)\n?Emails/m.exec(output)?.[1] ?? ""
      const app = `${printed.replaceAll(/^ {2}/gm, "")}
        await app.password.signUp({ email: "ann@example.org", password: "correct horse battery staple" })
        console.log((await app.currentUser.get({ or: "throw" })).primaryEmail)`
      fs.writeFileSync(path.join(bare, "app.js"), app)
      const answer = await succeed(process.execPath, ["--env-file=.env", "app.js"], bare)
      child.kill("SIGINT")
      expect(await ended).toStrictEqual([130, null])
      expect(answer).toBe("ann@example.org\n")
    })

    it("copies the screens, which ship with it", async () => {
      const { files } = JSON.parse(await succeed(gatefold(), ["add", "all", "--dir", "screens", "--json"], bare))
      expect(files.length).toBeGreaterThan(100)
      for (const { file } of files) expect(fs.existsSync(path.join(bare, file)), file).toBe(true)
      const item = JSON.parse(await succeed(gatefold(), ["add", "account", "--shadcn"], bare))
      expect(item.name).toBe("account")
    })

    it("takes the tour, and leaves nothing out", async () => {
      const { code, stderr, stdout } = await run(gatefold(), ["tour"], bare)
      expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" })
      expect(stdout).toMatch(/✓ Register a passkey, sign in with it +registered for localhost/)
      expect(stdout).not.toContain("left out")
    })

    it("serves imported passwords, mail servers and templates in TSX", async () => {
      const child = spawn(gatefold(), ["start", "--port", "0", "--json"], { cwd: bare, env })
      const ended = once(child, "close")
      const [line] = (await once(createInterface(child.stdout), "line")) as [string]
      const script = `
        import { createAdminApp } from "gatefold/promise/admin"
        import { createClientApp } from "gatefold/promise"
        const { apiUrl, project } = ${line}
        const admin = createAdminApp({ ...project, apiUrl })
        const app = createClientApp({ ...project, apiUrl })
        const email = "ann@example.org"
        await admin.users.create({
          primaryEmail: email,
          primaryEmailAuthEnabled: true,
          passwordHash: "$2a$06$.rCVZVOThsIa97pEDOxvGuRRgzG64bvtJ0938xuqzv18d3ZpQhstC"
        })
        await app.password.signIn({ email, password: "abcdefghijklmnopqrstuvwxyz" })
        const user = await app.currentUser.get()
        const nowhere = { host: "127.0.0.1", port: 9, username: "u", password: "p", senderName: "S", senderEmail: email }
        const sent = await admin.emails.sendTest({ recipientEmail: email, emailConfig: nowhere })
        const [theme] = await admin.emailThemes.list()
        const { html } = await admin.tsxEmailTemplates.render({
          themeId: theme.id,
          templateTsxSource: "export const EmailTemplate = () => <p>Hello from TSX</p>"
        })
        console.log(JSON.stringify([user.primaryEmail, sent, html.includes("Hello from TSX")]))`
      const answer = await succeed(process.execPath, ["--input-type=module", "--eval", script], bare)
      child.kill("SIGINT")
      expect(await ended).toStrictEqual([130, null])
      expect(JSON.parse(answer)).toStrictEqual([
        "ann@example.org",
        {
          success: false,
          errorMessage: "Failed to connect to the email host. Please make sure the email host configuration is correct."
        },
        true
      ])
    })
  })

  it("runs in a Node script as the quickstart says (npm run prove -- first-hour)", async () => {
    const noBrowser = () => Promise.reject(new Error("its page shows nothing in a browser"))
    const [outcome] = await tryProjects(["Node script"], () => open(tarball), noBrowser)
    expect(outcome!.lines).toBeGreaterThan(0)
  })
})
