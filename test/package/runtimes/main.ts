/**
 * Uses the packed package in every runtime that npm delivers: `npm run prove -- runtimes`.
 *
 * `--only <runtime>` tries one, such as `bun` or `node-22`; `--seeds <n>` explores so many seeds of each topology in
 * each Node; `--built` takes the `dist/` that is there; `--json` prints what was found. Other versions of Node come
 * from npm's registry.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs } from "node:util"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { Miniflare } from "miniflare"
import { rolldown } from "rolldown"
import { Webhook } from "standardwebhooks"
import * as Emulator from "../../../src/emulator/node.ts"
import * as Serve from "../../../src/emulator/Serve.ts"
import { build } from "../../../tools/build.ts"
import { formatTestedVersion, pack, quickly, run, succeed, writeManifest } from "../../../tools/package/npm.ts"
import { root } from "../../support/root.ts"
import * as Peers from "./Peers.ts"
import * as Programs from "./Programs.ts"

/** Where Bun, Deno and workerd are installed. */
const tools = path.resolve(import.meta.dirname, "..")

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    seeds: { type: "string", default: "50" },
    built: { type: "boolean" },
    json: { type: "boolean" }
  }
})

const say = (text: string) => flags.json === true || console.log(text)

/** What came of an area: nothing to say, what went wrong, or why it does not apply. */
interface Result {
  readonly area: string
  readonly problem?: string | undefined
  readonly notApplicable?: string | undefined
}

/** A runtime, in a project where the package is installed. */
interface Runtime {
  readonly name: string
  readonly version: string
  readonly run: (config: object) => Promise<ReadonlyArray<Result>>
  /** What else can be tried there. */
  readonly more: () => Promise<ReadonlyArray<Result>>
}

const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-runtimes-"))
const project = path.join(temporary, "project")

/** The last line of a program that prints results. */
const collectResults = async (
  area: string,
  command: string,
  args: ReadonlyArray<string>
): Promise<ReadonlyArray<Result>> => {
  const { code, stderr, stdout } = await run(command, args, project)
  const last = stdout.trimEnd().split("\n").at(-1) ?? ""
  if (code !== 0 || !last.startsWith("[")) return [{ area, problem: `ended with ${code}\n${stderr.slice(-2000)}` }]
  return JSON.parse(last) as ReadonlyArray<Result>
}

const hosted = "the emulator itself"
const explored = "exploration"

/** Runs a command with the program, and the one that has the emulator in it. */
const inCommand = async (
  name: string,
  command: string,
  args: ReadonlyArray<string>,
  more: () => Promise<ReadonlyArray<Result>>
): Promise<Runtime> => {
  const version = await succeed(command, ["--version"], project)
  return {
    name,
    version: /\d+\.\d+\.\d+/.exec(version)?.[0] ?? version,
    run: (config) => collectResults("the program", command, [...args, "entry.mjs", JSON.stringify(config)]),
    more: async () => [...(await collectResults(hosted, command, [...args, "host.mjs"])), ...(await more())]
  }
}

/** The exploration is plain TypeScript, which Node runs from the sources. */
const explore = async (command: string): Promise<ReadonlyArray<Result>> => {
  const main = path.join(root, "test/prove/explore/main.ts")
  const args = ["--conditions=gatefold-source", main, "--seeds", flags.seeds, "--workers", "1"]
  const { code, stderr, stdout } = await run(command, args, root)
  return [{ area: explored, problem: code === 0 ? undefined : `${stdout}\n${stderr}`.slice(-2000) }]
}

const node = async (version: string): Promise<Runtime> => {
  const folder = path.join(temporary, `node-${version}`)
  writeManifest(folder, { private: true, allowScripts: { node: true } })
  await succeed("npm", ["install", "--no-audit", "--no-fund", `node@${version}`], folder)
  const command = Programs.node(folder)
  return inCommand(`node-${version}`, command, [], () => explore(command))
}

const typescript = { area: explored, notApplicable: "it needs workers and timers of Node" }

const workerd = async (): Promise<Runtime> => {
  const bundle = await rolldown({
    cwd: project,
    input: path.join(project, "worker.mjs"),
    platform: "browser",
    resolve: { conditionNames: ["workerd", "worker", "browser", "import"] },
    logLevel: "silent"
  })
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false })
  await bundle.close()
  const { version } = JSON.parse(fs.readFileSync(path.join(tools, "node_modules/workerd/package.json"), "utf8")) as {
    readonly version: string
  }
  return {
    name: "workerd",
    version,
    run: async (config) => {
      const worker = new Miniflare({
        modules: true,
        script: output[0].code,
        compatibilityDate: "2026-04-01",
        cf: false
      })
      try {
        const response = await fetch(await worker.ready, { method: "POST", body: JSON.stringify(config) })
        const text = await response.text()
        return response.ok
          ? (JSON.parse(text) as ReadonlyArray<Result>)
          : [{ area: "the program", problem: text.slice(0, 2000) }]
      } finally {
        await worker.dispose()
      }
    },
    more: async () => [
      { area: hosted, notApplicable: "it has no files, no sockets to listen on and no SQLite" },
      typescript
    ]
  }
}

const runtimes: Readonly<Record<string, () => Promise<Runtime>>> = {
  "node-22": () => node("22"),
  "node-24": () => node("24"),
  "node-latest": () => node("latest"),
  bun: () => inCommand("bun", Programs.bun(tools), [], async () => [typescript]),
  deno: () => {
    const permissions = ["--allow-net", "--allow-env", "--allow-read", "--allow-sys", "--allow-write", "--no-prompt"]
    return inCommand("deno", Programs.deno(tools), ["run", ...permissions], async () => [typescript])
  },
  workerd
}

const secret = `whsec_${Buffer.from("a secret of thirty-two bytes long").toString("base64")}`
const body = JSON.stringify({ type: "user.deleted", data: { id: "8a9b0c1d-0000-4000-8000-000000000000", teams: [] } })

/** A message as the service signs it, now. */
const webhook = () => {
  const at = new Date()
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("msg_1", at, body)
  }
  return { secret, body, headers }
}

/** What the peers have seen of a runtime. */
const compareAttempts = ({ change, expects, name, read }: Peers.Peer): Result => {
  const [reads, changes] = [read.requests().length, change.requests().length]
  const strays = read.strays() + change.strays()
  if (strays > 0) return { area: `requests: ${name}`, problem: `${strays} requests went where they were not to go` }
  const isWell = changes === 1 && (expects.isRepeated ? reads > 1 : reads === 1)
  return {
    area: `requests: ${name}`,
    problem: isWell ? undefined : `a read was sent ${reads} times, a change ${changes} times`
  }
}

const tryRuntime = (runtime: Runtime) =>
  Effect.gen(function* () {
    const { baseUrl, controlToken, fetch, project } = yield* Emulator.WithProject
    const { projectId, publishableClientKey, secretServerKey } = project
    const peers = yield* Peers.start(fetch)
    const makeUrl = ({ port }: { readonly port: number }) => `http://127.0.0.1:${port}`
    const config = {
      apiUrl: baseUrl,
      project: { projectId, publishableClientKey },
      secretServerKey,
      clock: {
        url: `${baseUrl}/__emulator/clock`,
        headers: { "x-gatefold-emulator-token": Redacted.value(controlToken) }
      },
      webhook: webhook(),
      userId: Peers.userId,
      peers: peers.map(({ change, expects, name, read }) => ({
        expects,
        name,
        read: makeUrl(read),
        change: makeUrl(change)
      }))
    }
    const results = yield* Effect.promise(() => runtime.run(config))
    const attempts = peers.map(compareAttempts)
    return [...results, ...attempts, ...(yield* Effect.promise(runtime.more))]
  }).pipe(Effect.scoped)

const table = new Map<string, ReadonlyArray<Result>>()
const program = Effect.gen(function* () {
  for (const [name, start] of Object.entries(runtimes)) {
    if (flags.only !== undefined && flags.only !== name) continue
    const started = yield* Effect.exit(Effect.promise(start))
    if (Exit.isFailure(started)) {
      table.set(name, [{ area: "the install", problem: String(started.cause) }])
      say(`FAIL ${name}: ${String(started.cause)}`)
      continue
    }
    const { version } = started.value
    const tried = yield* Effect.exit(tryRuntime(started.value))
    const results: ReadonlyArray<Result> = Exit.isSuccess(tried)
      ? tried.value
      : [{ area: "the program", problem: String(tried.cause) }]
    table.set(`${name} ${version}`, results)
    const failed = results.filter(({ problem }) => problem !== undefined)
    say(`${failed.length === 0 ? "ok  " : "FAIL"} ${name} ${version}`)
    for (const { area, problem } of failed) say(`  ${area}\n${problem!.trimEnd().replaceAll(/^/gm, "    ")}`)
  }
}).pipe(
  Effect.provide(
    Serve.layer({
      port: 0,
      passwordCost: "insecure-fast",
      rateLimits: false,
      project: { config: { clientTeamCreationEnabled: true } }
    })
  )
)

const print = () => {
  const columns = [...table.keys()]
  const areas = [...new Set([...table.values()].flatMap((results) => results.map(({ area }) => area)))]
  const reasons = new Set<string>()
  const cell = (column: string, area: string): string => {
    const result = table.get(column)!.find((result) => result.area === area)
    if (result === undefined) return ""
    if (result.notApplicable !== undefined) {
      reasons.add(result.notApplicable)
      return `– (${[...reasons].indexOf(result.notApplicable) + 1})`
    }
    return result.problem === undefined ? "ok" : "failed"
  }
  say(`\n| | ${columns.join(" | ")} |\n|---|${columns.map(() => "---|").join("")}`)
  for (const area of areas) say(`| ${area} | ${columns.map((column) => cell(column, area)).join(" | ")} |`)
  for (const [index, reason] of [...reasons].entries()) say(`\n(${index + 1}) does not apply: ${reason}`)
}

try {
  if (flags.built !== true) say(`Built ${await build()} modules`)
  const { tarball } = await pack(temporary)
  writeManifest(project)
  const needed = ["effect", "@effect/platform-node"].map(formatTestedVersion)
  await succeed("npm", ["install", ...quickly, tarball, ...needed], project)
  for (const file of fs.globSync("*.mjs", { cwd: import.meta.dirname })) {
    fs.copyFileSync(path.join(import.meta.dirname, file), path.join(project, file))
  }
  const controller = new AbortController()
  process.once("SIGINT", () => controller.abort())
  await Effect.runPromise(program, { signal: controller.signal })
  print()
  if (flags.json === true) console.log(JSON.stringify(Object.fromEntries(table), null, 2))
  const results = [...table.values()].flat()
  process.exitCode = results.length > 0 && results.every(({ problem }) => problem === undefined) ? 0 : 1
} finally {
  fs.rmSync(temporary, { recursive: true, force: true })
}
