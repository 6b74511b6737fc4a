/** `gatefold start` prints what an app needs, and `gatefold tour` goes through the product over HTTP. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import { createServer } from "node:net"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { generations } from "../../../src/domain/Generation.ts"
import { createClientApp } from "../../../src/promise/index.ts"
import { root } from "../../support/root.ts"
import { inTemporaryFolder } from "../../support/temporaryFolder.ts"

/** The published command, which loads in less than half the time of its sources. */
const main = path.join(root, "dist/cli/main.cjs")

/** What `npm start` runs. */
const withDemo = path.resolve(import.meta.dirname, "../../../tools/start.ts")

interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Terminal {
  readonly interrupt: () => void
  /** Reads no further. */
  readonly hangUp: () => void
}

/** Runs a program to its end; `onOutput` may stop it earlier. */
const node = (
  args: ReadonlyArray<string>,
  onOutput: (stdout: string, terminal: Terminal) => void = () => undefined,
  env: NodeJS.ProcessEnv = {}
): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env } })
    let stdout = ""
    let stderr = ""
    child.stdout.on("data", (chunk) => {
      stdout += chunk
      onOutput(stdout, { interrupt: () => child.kill("SIGINT"), hangUp: () => child.stdout.destroy() })
    })
    child.stderr.on("data", (chunk) => (stderr += chunk))
    child.on("close", (code) => resolve({ code, stdout, stderr }))
  })

const gatefold = (args: ReadonlyArray<string>, ...rest: [Parameters<typeof node>[1]?, NodeJS.ProcessEnv?]) =>
  node([main, ...args], ...rest)

/** What `gatefold start --json` says first. */
interface Started {
  readonly apiUrl: string
  readonly consoleUrl: string
  readonly project: {
    readonly projectId: string
    readonly publishableClientKey: string
    readonly secretServerKey: string
  }
  readonly internal: { readonly secretServerKey: string }
  readonly signIn: ReadonlyArray<string>
  readonly written?: object
}

/** Starts the command, uses it as soon as it serves, and ends it. */
const during = async <A>(
  args: ReadonlyArray<string>,
  use: (started: Started) => Promise<A>
): Promise<Outcome & { readonly result: A }> => {
  let result: Promise<A> | undefined
  const outcome = await gatefold(["start", "--json", ...args], (stdout, { interrupt }) => {
    if (stdout.includes("\n")) result ??= use(JSON.parse(stdout.split("\n", 1)[0]!)).finally(interrupt)
    // Awaited when the command has ended.
    result?.catch(() => undefined)
  })
  return { ...outcome, result: await result! }
}

/** What the command says to people, until it serves. */
const said = (args: ReadonlyArray<string>): Promise<Outcome> =>
  gatefold(["start", ...args], (stdout, { interrupt }) => {
    if (stdout.includes("Ctrl-C")) interrupt()
  })

describe("gatefold tour", () => {
  it("goes through the product over HTTP, and ends", async () => {
    const { code, stderr, stdout } = await gatefold(["tour", "--json"])
    const steps = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" })
    expect(steps.length).toBeGreaterThanOrEqual(22)
    const observed = new Map<string, string>(steps.map(({ step }) => [step.name, step.observed]))
    const title = "Promises: "
    const again = [...observed.keys()].filter((name) => name.startsWith(title))
    expect(again).toHaveLength(12)
    expect([...observed.keys()]).toStrictEqual(expect.arrayContaining(again.map((name) => name.slice(title.length))))
    const calls = ["", title].map((api) => observed.get(`${api}100 calls at once with an expired token`))
    expect(calls).toStrictEqual(Array(2).fill("100 calls, 1 refresh on the service's journal"))
  })

  it.each(generations)("passes with the service of %s", async (service) => {
    const { code, stderr, stdout } = await gatefold(["tour", "--json", "--service", service])
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" })
    expect(stdout.trim().split("\n").length).toBeGreaterThanOrEqual(22)
  })

  it("exits quietly when its output is closed", async () => {
    let lines = ""
    const { code, stderr } = await node([main, "tour"], (stdout, { hangUp }) => {
      lines = stdout
      if (stdout.includes("✓")) hangUp()
    })
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" })
    expect(lines).not.toContain("Promises: ")
  })
})

describe("gatefold start", () => {
  it("serves at once, and says where and with which keys", async () => {
    const { code, result, stderr, stdout } = await during(["--port", "0"], async ({ apiUrl, consoleUrl }) => ({
      health: await fetch(`${apiUrl}/health`),
      console: await fetch(consoleUrl).then(async (page) => ({ headers: page.headers, text: await page.text() }))
    }))
    expect(result.health.status).toBe(200)
    expect(result.console.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(result.console.text).toContain("<title>Gatefold console</title>")
    expect({ code, stderr }).toStrictEqual({ code: 130, stderr: "" })
    const { apiUrl, consoleUrl, controlToken, internal, project } = JSON.parse(stdout)
    expect(consoleUrl).toBe(`${apiUrl}/#token=${controlToken}`)
    expect(apiUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(controlToken).toMatch(/^[\w-]{48}$/)
    expect(internal.projectId).toBe("internal")
    expect(project.projectId).toMatch(/^[\da-f-]{36}$/)
  })

  it("has a project with every way to sign in, and shows its mails", async () => {
    const email = "ann@example.org"
    const { result, stdout } = await during(["--port", "0"], async ({ apiUrl, project, signIn }) => {
      const app = createClientApp({ ...project, apiUrl, appUrl: "http://localhost:3000" })
      await app.password.signUp({ email, password: "correct horse battery staple" })
      await app.magicLink.send({ email: "bea@example.org" })
      const team = await app.teams.create({ displayName: "Crew" })
      const key = await app.apiKeys.create({ description: "CI", expiresAt: null })
      await app.dispose()
      return { signIn, team: team.displayName, key: key.description }
    })
    expect(result).toStrictEqual({
      signIn: ["password", "magic link", "passkey", "Apple", "Facebook", "GitHub", "Google", "Microsoft", "Spotify"],
      team: "Crew",
      key: "CI"
    })
    const mails = stdout.trim().split("\n").slice(1)
    expect(mails.map((line) => JSON.parse(line).mail)).toStrictEqual([
      { to: email, subject: expect.stringContaining("Verify"), link: expect.any(String), code: expect.any(String) },
      {
        to: "bea@example.org",
        subject: expect.stringContaining("Sign in to Development"),
        link: expect.any(String),
        code: expect.any(String)
      }
    ])
  })

  it.each([
    [["--methods", "passkey"], ["passkey"]],
    [
      ["--methods", "password,oauth", "--providers", "x,gitlab"],
      ["password", "GitLab", "X"]
    ],
    [
      ["--methods", "password", "--providers", "github"],
      ["password", "GitHub"]
    ],
    [
      ["--providers", "none"],
      ["password", "magic link", "passkey"]
    ],
    [["--methods", "none"], []]
  ])("offers with %j only these ways to sign in", async (args, signIn) => {
    expect((await during(["--port", "0", ...args], (started) => Promise.resolve(started))).result.signIn).toStrictEqual(
      signIn
    )
  })

  it.each([
    [["--providers", "gihub"], "Did you mean github instead of gihub?"],
    [["--methods", "pasword"], "Did you mean password instead of pasword?"],
    [["--prot", "1"], "--port"],
    [["--trust-origin", "localhost"], "Expected an origin such as http://localhost:3000"]
  ])("suggests a correction for %j", async (args, hint) => {
    const { code, stderr } = await gatefold(["start", ...args])
    expect(code).toBe(1)
    expect(stderr).toContain(hint)
  })

  it("serves on another port, and prints it, when the usual one is taken", async () => {
    const other = createServer()
    // If another program has it already, the port is taken as well.
    await Promise.race([once(other.listen(8102, "127.0.0.1"), "listening"), once(other, "error")]).catch(
      () => undefined
    )
    const { code, stderr, stdout } = await said([])
    other.close()
    expect({ code, stderr }).toStrictEqual({ code: 130, stderr: "" })
    const port = /Emulator at http:\/\/127\.0\.0\.1:(\d+) /.exec(stdout)?.[1]
    expect(port).not.toBe("8102")
    expect(stdout).toContain("port 8102 is taken")
    expect(stdout).toContain(`STACK_API_URL=http://127.0.0.1:${port}\n`)
  })

  it("refuses an impossible port", async () => {
    expect(await gatefold(["start", "--port", "70000"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr:
        'Invalid value for flag --port: "70000". Expected a whole number from 0 to 65535.\nRun gatefold start --help for usage.\n'
    })
  })

  it("accepts only the random keys that it prints, from the given origins", async () => {
    const origin = "http://localhost:5173"
    const args = ["--port", "0", "--random-keys", "--trust-origin", origin]
    const { result } = await during(args, ({ apiUrl, internal, project }) => {
      const ask = async (key: string, from: string, projectId = "internal") => {
        const { status } = await fetch(`${apiUrl}/api/v1/users`, {
          headers: {
            origin: from,
            "x-stack-access-type": "server",
            "x-stack-project-id": projectId,
            "x-stack-secret-server-key": key
          }
        })
        return status
      }
      return Promise.all([
        ask(internal.secretServerKey, origin),
        ask(internal.secretServerKey, "https://evil.example"),
        ask("this-secret-server-key-is-for-local-development-only", origin),
        ask(project.secretServerKey, origin, project.projectId),
        ask("ssk_development_key_for_the_emulator_only", origin, project.projectId)
      ])
    })
    expect(result).toStrictEqual([200, 403, 401, 200, 401])
  })

  it("does not start in production", async () => {
    const { code, stderr, stdout } = await gatefold(["start", "--port", "0"], undefined, {
      NODE_ENV: "production"
    })
    expect(code).toBe(1)
    expect(stdout + stderr).toContain("NODE_ENV is production")
  })
})

describe("gatefold start --write-env", () => {
  const write = (file: string, ...args: ReadonlyArray<string>) => said(["--port", "0", ...args, "--write-env", file])

  it.each([
    ["Next.js", { dependencies: { next: "16.0.0", vite: "8.0.0" } }, "NEXT_PUBLIC_"],
    ["React Router", { devDependencies: { "@react-router/dev": "8.0.0", vite: "8.0.0" } }, "VITE_"],
    ["TanStack Start", { dependencies: { "@tanstack/react-start": "1.169.5", vite: "8.0.0" } }, "VITE_"],
    ["Vite", { devDependencies: { vite: "8.0.0" } }, "VITE_"],
    ["SvelteKit", { devDependencies: { "@sveltejs/kit": "2.70.0", vite: "8.0.0" } }, ""],
    ["Node", {}, ""]
  ])("uses the variable names of %s", (framework, manifest, prefix) =>
    inTemporaryFolder(async (folder) => {
      fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest))
      fs.mkdirSync(path.join(folder, "config"))
      const file = path.join(folder, "config/.env.local")
      fs.writeFileSync(file, "A=1\n")
      for (const round of [1, 2]) {
        const { code, stderr, stdout } = await write(file)
        expect({ code, stderr }, `run ${round}`).toStrictEqual({ code: 130, stderr: "" })
        const url = /Emulator at (\S+)/.exec(stdout)?.[1]
        expect(stdout, `run ${round}`).toContain(`Wrote ${file} (for ${framework}): ${prefix}STACK_API_URL, `)
        expect(stdout, `run ${round}`).toContain(`env.${prefix}STACK_PROJECT_ID ?? "",`)
        expect(fs.readFileSync(file, "utf8").split("\n"), `run ${round}`).toStrictEqual([
          "A=1",
          "",
          "# Of the emulator: npx gatefold start",
          `${prefix}STACK_API_URL=${url}`,
          expect.stringMatching(`^${prefix}STACK_PROJECT_ID=[\\da-f-]{36}$`),
          expect.stringMatching(`^${prefix}STACK_PUBLISHABLE_CLIENT_KEY=pck_`),
          ...(prefix === "VITE_"
            ? []
            : [
                expect.stringMatching("^# Secret: "),
                expect.stringMatching("^STACK_SECRET_SERVER_KEY=ssk_"),
                expect.stringMatching("^STACK_SUPER_SECRET_ADMIN_KEY=sak_")
              ]),
          ""
        ])
        // They are for a server then, which may be in another folder.
        expect(stdout.includes("\n  STACK_SECRET_SERVER_KEY=ssk_"), `run ${round}`).toBe(prefix === "VITE_")
        expect(fs.statSync(file).mode & 0o777, `run ${round}`).toBe(0o600)
      }
    })
  )

  it("updates secret keys in the file of a browser app", () =>
    inTemporaryFolder(async (folder) => {
      fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ devDependencies: { vite: "8.0.0" } }))
      const file = path.join(folder, ".env.local")
      fs.writeFileSync(file, "STACK_SECRET_SERVER_KEY=\n")
      await write(file)
      const text = fs.readFileSync(file, "utf8")
      expect(text).toMatch(/^STACK_SECRET_SERVER_KEY=ssk_.+\n\n#/)
      expect(text).not.toContain("ADMIN_KEY")
    }))

  it("uses the file's names, and keeps the keys of another service", () =>
    inTemporaryFolder(async (folder) => {
      const file = path.join(folder, ".env")
      fs.writeFileSync(file, "HEXCLAVE_PROJECT_ID=theirs\n")
      const { stdout } = await write(file)
      expect(stdout).toContain("still there, as comments")
      expect(stdout).toContain("process.env.HEXCLAVE_PROJECT_ID")
      const text = fs.readFileSync(file, "utf8")
      expect(text).toMatch(/^# HEXCLAVE_PROJECT_ID=theirs\nHEXCLAVE_PROJECT_ID=[\da-f-]{36}\n/)
      expect(text).not.toContain("STACK_")
    }))

  it("says in one line why it cannot write", () =>
    inTemporaryFolder(async (folder) => {
      const outcome = await write(folder)
      expect(outcome).toStrictEqual({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/^Cannot read .*EISDIR.*\n$/)
      })
    }))
})

describe("gatefold start --data", () => {
  it("continues with the project, its settings, keys and users", () =>
    inTemporaryFolder(async (folder) => {
      const args = ["--port", "0", "--data", path.join(folder, "emulator.db")]
      const credentials = { email: "ann@example.org", password: "correct horse battery staple" }
      const first = await during([...args, "--providers", "github"], async ({ apiUrl, project, signIn }) => {
        await using app = createClientApp({ ...project, apiUrl, appUrl: "http://localhost:3000" })
        await app.password.signUp(credentials)
        return { project, signIn, email: (await app.currentUser.get({ or: "throw" })).primaryEmail }
      })
      const second = await during([...args, "--methods", "passkey"], async ({ apiUrl, project, signIn }) => {
        await using app = createClientApp({ ...project, apiUrl, appUrl: "http://localhost:3000" })
        await app.password.signIn(credentials)
        return { project, signIn, email: (await app.currentUser.get({ or: "throw" })).primaryEmail }
      })
      expect(first.result.signIn).toStrictEqual(["password", "magic link", "passkey", "GitHub"])
      expect(second.result).toStrictEqual(first.result)
      expect((await said([...args, "--methods", "passkey"])).stdout).toContain(
        "--methods and --providers are for new ones"
      )
      expect((await said(args)).stdout).not.toContain("are for new ones")
    }))

  it("says in one sentence what is wrong with the file", () =>
    inTemporaryFolder(async (folder) => {
      const file = path.join(folder, "emulator.db")
      const start = (...args: ReadonlyArray<string>) => ["start", "--port", "0", "--data", file, ...args]
      let second: Promise<Outcome> | undefined
      await gatefold(start("--json"), (_, { interrupt }) => {
        second ??= gatefold(start()).finally(interrupt)
      })
      const inUse = `The database file ${file} is in use, by another emulator or by a program that has locked it. End that one, or name another file.\n`
      expect(await second).toStrictEqual({ code: 1, stdout: "", stderr: inUse })
      fs.writeFileSync(file, "my notes")
      const foreign = `The file ${file} is not a database of the emulator, and was left as it is. Name another file.\n`
      expect(await gatefold(start())).toStrictEqual({ code: 1, stdout: "", stderr: foreign })
    }))
})

/** A command with a step that goes wrong, as a program. */
const failing = `
  import * as Command from "effect/cli/Command"
  import * as Effect from "effect/Effect"
  import { run } from "./src/cli/Run.ts"
  import { step } from "./src/cli/tour/Step.ts"
  const look = step("Look", Effect.tryPromise(() => Promise.reject(new Error("nothing there"))))
  run(Command.make("tour", {}, () => look))
`

describe("a step that fails", () => {
  it("is printed once, with its name and its reason", async () => {
    const { code, stderr, stdout } = await node(["--input-type=module", "--eval", failing])
    expect({ code, stderr, stdout }).toStrictEqual({
      code: 1,
      stderr: `  ✗ The tour stopped at "Look": nothing there\n`,
      stdout: ""
    })
  })
})

describe("npm start", () => {
  it("serves the emulator and the demo after the tour, until it is interrupted", async () => {
    let answers: Promise<ReadonlyArray<Response>> | undefined
    const { code, stderr, stdout } = await node(
      ["-C", "gatefold-source", withDemo, "--port", "0"],
      (stdout, { interrupt }) => {
        const demo = /Demo at (\S+)/.exec(stdout)?.[1]
        const emulator = /Serving at (\S+) until/.exec(stdout)?.[1]
        if (demo === undefined || emulator === undefined || answers !== undefined) return
        answers = Promise.all([
          fetch(`${emulator}/health`),
          fetch(`${demo}/teams`, { headers: { accept: "text/html" } }),
          fetch(`${demo}/api/me`)
        ]).finally(interrupt)
      }
    )
    expect((await answers)?.map(({ status }) => status)).toStrictEqual([200, 200, 401])
    expect({ code, stderr }).toStrictEqual({ code: 130, stderr: "" })
    expect(stdout).toContain("✓ Promises: Sign in with the new password, sign out")
    expect(stdout).toContain("401 for strangers; the admin sees 62 users")
    expect(stdout).toContain("admin@example.org")
  })
})
