/**
 * Measures time: `npm run bench [-- --json] [--quick] [--no-peers] [--only <name>] [--before <dist>]`.
 *
 * Every value is taken in a fresh process. The subjects of a case take turns, round after round, so that whatever else
 * the machine does falls on all of them; medians and the 10th and 90th percentile are over rounds. `ratio` is the
 * median of the ratios to the subject `ratioTo` in the same round. `--before` names the `dist` folder of an older
 * version, whose imports take turns with those of this one.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { root } from "../support/root.ts"
import { ensureBuilt } from "./built.ts"
import type { MountValue } from "./mount/Subject.ts"
import { install, type Peer, getVersion } from "./peers.ts"

/** One line of the result. */
export interface Measurement {
  readonly name: string
  readonly subject: string
  readonly median: number
  readonly p10: number
  readonly p90: number
  readonly unit: string
  readonly ratio: number | null
  readonly ratioTo: string | null
}

// An unknown flag must not start minutes of work.
const { values: flags } = parseArgs({
  options: {
    before: { type: "string" },
    json: { type: "boolean" },
    "no-peers": { type: "boolean" },
    only: { type: "string" },
    quick: { type: "boolean" }
  }
})
const { only, quick = false } = flags
const rounds = quick ? 1 : 5

const note = (text: string): void => console.error(text)

/* ------------------------------------------------------------------ processes */

const peers = new Map<Peer, string>()

const addPeers = (names: ReadonlyArray<Peer>): void => {
  for (const peer of names) {
    const installed = install(peer)
    if ("problem" in installed) note(`${peer}@${getVersion(peer)} is not available: ${installed.problem}`)
    else peers.set(peer, installed.folder)
  }
}

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: "test",
  ...(peers.has("@stackframe/js") && { BENCH_stackframe: peers.get("@stackframe/js") }),
  ...(peers.has("@supabase/auth-js") && { BENCH_supabase: peers.get("@supabase/auth-js") }),
  ...(peers.has("@clerk/backend") && { BENCH_clerk: peers.get("@clerk/backend") }),
  ...(peers.has("@stackframe/react") && { BENCH_stackframe_react: peers.get("@stackframe/react") }),
  ...(peers.has("better-auth") && { BENCH_better_auth: peers.get("better-auth") }),
  ...(peers.has("cognito-local") && { BENCH_cognito_local: peers.get("cognito-local") }),
  ...(peers.has("firebase-tools") && { BENCH_firebase_tools: peers.get("firebase-tools") }),
  ...(peers.has("zod") && { BENCH_zod: peers.get("zod") })
})

/** Runs a process to its end and answers the JSON of its last line. */
const runNode = async (nodeArgs: ReadonlyArray<string>, cwd = root, env: NodeJS.ProcessEnv = {}): Promise<any> => {
  const child = spawn(process.execPath, nodeArgs, {
    cwd,
    env: { ...environment(), ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  let errors = ""
  child.stdout.on("data", (chunk) => (output += chunk))
  child.stderr.on("data", (chunk) => (errors += chunk))
  const [code] = (await once(child, "close")) as [number | null]
  if (code !== 0) throw new Error(errors.trim().split("\n").slice(0, 12).join("\n"))
  return JSON.parse(output.trim().split("\n").at(-1)!)
}

/**
 * Cases import the sources, and with the condition also the platform of Node. Without it, theirs is that of browsers.
 */
const runCase = (name: string, ...caseArgs: ReadonlyArray<string | number>): Promise<any> =>
  runNode([
    "--conditions=gatefold-source",
    path.join(import.meta.dirname, "cases", `${name}.ts`),
    ...caseArgs.map(String)
  ])

const withStub = async <A>(use: (url: string) => Promise<A>): Promise<A> => {
  const stub = spawn(process.execPath, [path.join(import.meta.dirname, "stub.ts")], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  try {
    const [line] = (await once(stub.stdout, "data")) as [Buffer]
    return await use(line.toString().trim())
  } finally {
    stub.kill()
  }
}

/* ------------------------------------------------------------------ statistics */

const quantile = (values: ReadonlyArray<number>, q: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * q
  const below = sorted[Math.floor(at)]!
  return below + (sorted[Math.ceil(at)]! - below) * (at - Math.floor(at))
}

const digits = (value: number) => Number(value.toPrecision(4))

/** What one round says about each subject; a missing one could not be measured. */
type Round = ReadonlyMap<string, number>

const summarize = (
  name: string,
  unit: string,
  taken: ReadonlyArray<Round>,
  ratioTo: string | null
): ReadonlyArray<Measurement> => {
  const subjects = [...new Set(taken.flatMap((round) => [...round.keys()]))]
  return subjects.map((subject) => {
    const values = taken.flatMap((round) => round.get(subject) ?? [])
    const ratios = taken.flatMap((round) => {
      const value = round.get(subject)
      const base = ratioTo === null ? undefined : round.get(ratioTo)
      return value === undefined || base === undefined ? [] : [value / base]
    })
    return {
      name,
      subject,
      median: digits(quantile(values, 0.5)),
      p10: digits(quantile(values, 0.1)),
      p90: digits(quantile(values, 0.9)),
      unit,
      ratio: ratios.length === 0 ? null : digits(quantile(ratios, 0.5)),
      ratioTo: ratios.length === 0 ? null : ratioTo
    }
  })
}

/** Collects the values of several quantities, round after round. */
const inRounds = async (
  count: number,
  takeRound: (record: (quantity: string, subject: string, value: number) => void) => Promise<void>
): Promise<(quantity: string) => ReadonlyArray<Round>> => {
  const quantities = new Map<string, Array<Map<string, number>>>()
  for (let i = 0; i < count; i++) {
    await takeRound((quantity, subject, value) => {
      const all = quantities.get(quantity) ?? []
      quantities.set(quantity, all)
      const round = (all[i] ??= new Map())
      round.set(subject, value)
    })
  }
  return (quantity) => (quantities.get(quantity) ?? []).filter((round) => round !== undefined)
}

/** Those of the subjects that are there; the others are named once. */
const available = async (
  name: string,
  subjects: ReadonlyArray<string>,
  probe: (subject: string) => Promise<{ readonly skipped?: boolean }>
): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const subject of subjects) {
    if ((await probe(subject)).skipped === true) note(`${name}: ${subject} is not available`)
    else found.push(subject)
  }
  return found
}

/* ------------------------------------------------------------------ cases */

const readers = ["fetch", "gatefold", "gatefold/promise", "gatefold/undici", "@stackframe/js"]

const currentUser = (): Promise<ReadonlyArray<Measurement>> =>
  withStub(async (url) => {
    const names = ["fetch, abortable", "Http.layerFetch", ...readers]
    const subjects = await available("current-user", names, (subject) => runCase("current-user", subject, url, 1, 1))
    const results = await inRounds(rounds, async (record) => {
      for (const subject of subjects) {
        for (const concurrency of [1, 16]) {
          const calls = quick ? 300 : 8000
          const { cpu, wall } = await runCase("current-user", subject, url, concurrency, calls)
          record(`cpu ${concurrency}`, subject, cpu)
          record(`wall ${concurrency}`, subject, wall)
        }
      }
    })
    return [1, 16].flatMap((concurrency) =>
      ["cpu", "wall"].flatMap((quantity) =>
        summarize(
          `current-user ${quantity}, ${concurrency} in flight`,
          "µs",
          results(`${quantity} ${concurrency}`),
          "fetch"
        )
      )
    )
  })

const refreshStorm = (): Promise<ReadonlyArray<Measurement>> =>
  withStub(async (url) => {
    const subjects = await available("refresh-storm", readers, (subject) => runCase("refresh-storm", subject, url, 1))
    const results = await inRounds(rounds, async (record) => {
      for (const subject of subjects) {
        const { refreshes, wall } = await runCase("refresh-storm", subject, url, 1000)
        record("wall", subject, wall)
        if (subject !== "fetch") record("refreshes", subject, refreshes)
      }
    })
    return [
      ...summarize("refresh-storm refreshes", "requests", results("refreshes"), null),
      ...summarize("refresh-storm wall of 1,000 calls", "ms", results("wall"), "fetch")
    ]
  })

const decodeUser = async (): Promise<ReadonlyArray<Measurement>> => {
  const names = ["JSON.parse", "gatefold", "zod"]
  const subjects = await available("decode-user", names, (subject) => runCase("decode-user", subject, 1))
  const results = await inRounds(rounds, async (record) => {
    for (const subject of subjects) {
      const { micros } = await runCase("decode-user", subject, quick ? 1000 : 50_000)
      record("decode", subject, micros)
    }
  })
  return summarize("decode-user", "µs", results("decode"), "JSON.parse")
}

const coldImport = async (): Promise<ReadonlyArray<Measurement>> => {
  await ensureBuilt()
  const { exports } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, unknown>>
  }
  // Test runners load the fixtures that are written for them; other programs cannot.
  const own = Object.keys(exports).flatMap((subpath) =>
    /\*|\.json$|^\.\/testing\/./.test(subpath) ? [] : [`gatefold${subpath.slice(1)}`]
  )
  const floors = ["effect/Effect", "effect/http-api"]
  const before = (file: string) => pathToFileURL(path.resolve(flags.before!, file)).href
  const subjects: ReadonlyArray<readonly [subject: string, specifier: string, folder: string]> = [
    ...[...own, ...floors].map((name) => [name, name, root] as const),
    ...(flags.before === undefined
      ? []
      : ([
          ["gatefold, before", before("index.js"), root],
          ["gatefold/promise/server, before", before("promise/ServerApp.js"), root]
        ] as const)),
    ...(["@stackframe/js", "@supabase/auth-js"] as const).flatMap((peer) => {
      const folder = peers.get(peer)
      return folder === undefined ? [] : [[peer, peer, folder] as const]
    })
  ]
  const timed = (specifier: string) => `const start = performance.now()
await import(${JSON.stringify(specifier)})
console.log(JSON.stringify({ millis: performance.now() - start }))
process.exit(0)`
  const counted = (specifier: string) => `await import(${JSON.stringify(specifier)}); process.exit(0)`
  const evaluate = ["--input-type=module", "--eval"]
  const results = await inRounds(rounds + (quick ? 0 : 2), async (record) => {
    for (const [subject, specifier, folder] of subjects) {
      const { millis } = await runNode([...evaluate, timed(specifier)], folder)
      record("import", subject, millis)
    }
  })
  const counter = ["--import", path.join(import.meta.dirname, "cases/count-files.ts")]
  const counts = await inRounds(1, async (record) => {
    for (const [subject, specifier, folder] of subjects) {
      const {
        own = 0,
        effect = 0,
        ...others
      }: Readonly<Record<string, number>> = await runNode([...counter, ...evaluate, counted(specifier)], folder)
      record("own", subject, own)
      record("effect", subject, effect)
      record(
        "others",
        subject,
        Object.values(others).reduce((sum, count) => sum + count, 0)
      )
    }
  })
  return [
    ...summarize("cold-import", "ms", results("import"), flags.before === undefined ? "gatefold" : "gatefold, before"),
    ...["own", "effect", "others"].flatMap((owner) =>
      summarize(`cold-import files, ${owner}`, "files", counts(owner), null)
    )
  ]
}

const emulator = async (): Promise<ReadonlyArray<Measurement>> => {
  if (!fs.existsSync(path.join(root, "src/emulator/index.ts"))) {
    note("emulator: not available")
    return []
  }
  const results = await inRounds(quick ? 1 : 3, async (record) => {
    const values = (await runCase("emulator", quick ? 0.1 : 1)) as Readonly<Record<string, number>>
    for (const [quantity, value] of Object.entries(values)) record(quantity, "gatefold/emulator", value)
  })
  const of = (quantity: string, name: string, unit: string) =>
    summarize(`emulator ${name}`, unit, results(quantity), null)
  return [
    ...of("create", "create", "ms"),
    ...of("project", "new project", "ms"),
    ...of("usersInProcess", "users/me in process", "per second"),
    ...of("usersOverHttp", "users/me over HTTP", "per second"),
    ...of("signInsInProcess", "sign-ins, fast passwords", "per second"),
    ...of("carefulSignIns", "sign-ins, standard passwords", "per second")
  ]
}

const otherEmulators = async (): Promise<ReadonlyArray<Measurement>> => {
  // The command is started from there.
  await ensureBuilt()
  // A third of a gigabyte, which the other cases do not need.
  if (!flags["no-peers"]) addPeers(["better-auth", "cognito-local", "firebase-tools"])
  const subjects = [
    "gatefold/emulator",
    "gatefold start",
    "better-auth",
    "better-auth, plain",
    "cognito-local",
    "firebase-tools"
  ]
  const missing = new Set<string>()
  const results = await inRounds(quick ? 1 : 3, async (record) => {
    for (const subject of subjects.filter((subject) => !missing.has(subject))) {
      const { skipped, ...values } = await runCase("other-emulators", subject)
      if (skipped === true) {
        note(`other-emulators: ${subject} is not available`)
        missing.add(subject)
      }
      for (const [quantity, value] of Object.entries(values)) record(quantity, subject, value as number)
    }
  })
  const of = (quantity: string, name: string) =>
    summarize(`other-emulators ${name}`, "ms", results(quantity), "gatefold/emulator")
  return [
    ...of("start", "start to first answer"),
    ...of("signUp", "sign-up"),
    ...of("signIn", "sign-in"),
    ...of("empty", "nobody again"),
    ...of("again", "the same 100 users again")
  ]
}

const signIns = async (): Promise<ReadonlyArray<Measurement>> => {
  // libuv has 4 threads unless told otherwise; with 16 no hash can take the last one.
  const subjects = { "gatefold/emulator": "4", "16 threads": "16" }
  const script = path.join(import.meta.dirname, "cases", "sign-ins.ts")
  const results = await inRounds(quick ? 1 : 3, async (record) => {
    for (const inFlight of [0, 8]) {
      for (const [subject, threads] of Object.entries(subjects)) {
        const values: Readonly<Record<string, number>> = await runNode(
          [script, String(inFlight), quick ? "100" : "1000"],
          root,
          { UV_THREADPOOL_SIZE: threads }
        )
        for (const [quantity, value] of Object.entries(values)) record(`${quantity} ${inFlight}`, subject, value)
      }
    }
  })
  return [0, 8].flatMap((inFlight) =>
    ["p50", "p99"].flatMap((quantity) =>
      summarize(
        `users/me ${quantity}, ${inFlight} sign-ins in flight`,
        "ms",
        results(`${quantity} ${inFlight}`),
        "16 threads"
      )
    )
  )
}

const usersPages = async (): Promise<ReadonlyArray<Measurement>> => {
  const sizes = quick ? [1_000] : [1_000, 10_000, 100_000]
  const script = path.join(import.meta.dirname, "cases", "users-pages.ts")
  const results = await inRounds(1, async (record) => {
    for (const size of sizes) {
      const values: Readonly<Record<string, number>> = await runNode(["--expose-gc", script, String(size), "20"])
      for (const [quantity, value] of Object.entries(values)) record(quantity, `${size} users`, value)
    }
  })
  return [
    ...["first", "middle", "last"].flatMap((quantity) =>
      summarize(`users-pages ${quantity} 100`, "ms", results(quantity), "1000 users")
    ),
    ...summarize("users-pages heap growth of a walk", "MB", results("megabytes"), null)
  ]
}

const usersStream = async (): Promise<ReadonlyArray<Measurement>> => {
  const script = path.join(import.meta.dirname, "cases", "users-stream.ts")
  const results = await inRounds(1, async (record) => {
    for (const size of quick ? [1_000] : [1_000, 100_000]) {
      const { megabytes, milliseconds, users } = await runNode(["--expose-gc", script, String(size)])
      record("rate", `${size} users`, (users! / milliseconds!) * 1000)
      record("heap", `${size} users`, megabytes!)
    }
  })
  return [
    ...summarize("users-stream", "users/s", results("rate"), "1000 users"),
    ...summarize("users-stream heap growth", "MB", results("heap"), null)
  ]
}

const verify = async (): Promise<ReadonlyArray<Measurement>> => {
  // Here the subjects take turns within a process, every hundred tokens.
  const results = await inRounds(rounds, async (record) => {
    const times: Readonly<Record<string, { readonly cpu: number; readonly wall: number }>> = await runCase(
      "verify",
      quick ? 500 : 5000
    )
    for (const [subject, { cpu, wall }] of Object.entries(times)) {
      const suffix = subject.endsWith("RS256") ? ", RS256" : ""
      record(`cpu${suffix}`, subject, cpu)
      record(`wall${suffix}`, subject, wall)
    }
  })
  return ["", ", RS256"].flatMap((suffix) =>
    ["cpu", "wall"].flatMap((quantity) =>
      summarize(`verify ${quantity}${suffix}`, "µs", results(quantity + suffix), `jose.jwtVerify${suffix}`)
    )
  )
}

const backend = async (): Promise<ReadonlyArray<Measurement>> => {
  // Here too the subjects take turns within a process.
  const results = await inRounds(rounds, async (record) => {
    const { bare, gatefold, jose }: Readonly<Record<"bare" | "gatefold" | "jose", { readonly median: number }>> =
      await runCase("backend", quick ? 5 : 40)
    record("cpu", "gatefold, above bare", gatefold.median - bare.median)
    record("cpu", "jose.jwtVerify", jose.median)
  })
  return summarize("backend cpu, token seen before", "µs", results("cpu"), "jose.jwtVerify")
}

const reactMount = async (): Promise<ReadonlyArray<Measurement>> => {
  // Here the subjects take turns within a process, each time in a fresh page.
  const taken = (await runCase("react-mount", quick ? 1 : 7)) as ReadonlyArray<ReadonlyArray<MountValue>>
  return [false, true].flatMap((isSuspense) =>
    [1, 100, 1000].flatMap((count) =>
      (["settle", "cpu", "requests"] as const).flatMap((quantity) => {
        const rounds = taken.map(
          (values) =>
            new Map(
              values
                .filter((value) => value.suspends === isSuspense && value.count === count)
                .map((value) => [value.subject, value[quantity]])
            )
        )
        const name = `react-mount ${quantity}, ${count}${isSuspense ? " with Suspense" : ""}`
        return quantity === "requests"
          ? summarize(name, "requests", rounds, null)
          : summarize(name, "ms", rounds, "by hand")
      })
    )
  )
}

const cases: Readonly<Record<string, () => Promise<ReadonlyArray<Measurement>>>> = {
  "current-user": currentUser,
  "refresh-storm": refreshStorm,
  "decode-user": decodeUser,
  "cold-import": coldImport,
  emulator,
  "other-emulators": otherEmulators,
  "sign-ins": signIns,
  "users-pages": usersPages,
  "users-stream": usersStream,
  verify,
  backend,
  "react-mount": reactMount
}

/* ------------------------------------------------------------------ output */

const printTable = (measurements: ReadonlyArray<Measurement>): void => {
  let last = ""
  for (const { name, subject, median, p10, p90, unit, ratio, ratioTo } of measurements) {
    if (name !== last) console.log(`\n${name} (${unit})`)
    last = name
    const relation = ratio === null ? "" : `${ratio.toFixed(2)} of ${ratioTo}`
    const spread = `${p10} to ${p90}`
    console.log(`  ${subject.padEnd(22)}${String(median).padStart(10)}   ${spread.padEnd(22)}${relation}`.trimEnd())
  }
}

if (only !== undefined && cases[only] === undefined) {
  note(`--only takes one of: ${Object.keys(cases).join(", ")}`)
  process.exit(1)
}

// That case installs its own.
if (!flags["no-peers"] && only !== "other-emulators") {
  addPeers(["@stackframe/js", "@stackframe/react", "@supabase/auth-js", "better-auth", "@clerk/backend", "zod"])
}

const load = os.loadavg()[0]!
if (load > 1) note(`The machine is busy (load ${load.toFixed(1)}): read ratios rather than times.`)
const start = performance.now()
const measurements: Array<Measurement> = []
for (const [name, measure] of Object.entries(cases)) {
  if (only === undefined || only === name) measurements.push(...(await measure()))
}
if (flags.json) {
  console.log(JSON.stringify(measurements, undefined, 2))
} else {
  printTable(measurements)
  console.log(
    `\n${os.availableParallelism()} cores, Node ${process.version}, ${((performance.now() - start) / 1000).toFixed(0)} s`
  )
}
