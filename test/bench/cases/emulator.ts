/**
 * `emulator.ts <scale>`: how long an emulator takes to come up and to get a project, what a snapshot, its return, a
 * reset and a fork take with 100 users, and how much it answers in a second, in its own process and over HTTP. Requests
 * are made by hand, so that only the emulator is measured.
 *
 * `emulator.ts serve` is the other process: it serves an emulator and prints what its client must know.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as Effect from "effect/Effect"
import * as Emulator from "../../../src/emulator/index.ts"
import { median, medianMillis } from "../../support/median.ts"

const [mode = "1"] = process.argv.slice(2)

interface Target {
  readonly baseUrl: string
  readonly internal: Emulator.ProjectCredentials
  readonly project: Emulator.ProjectCredentials
  readonly send: (request: Request) => Promise<Response>
}

const password = "correct horse battery"
let names = 0

const post = async (
  target: Target,
  credentials: Pick<Emulator.ProjectCredentials, "projectId" | "publishableClientKey">,
  path: string,
  body: unknown,
  token?: string
): Promise<any> => {
  const response = await target.send(
    new Request(`${target.baseUrl}/api/v1${path}`, {
      method: "POST",
      headers: { ...headers(credentials, token), "content-type": "application/json" },
      body: JSON.stringify(body)
    })
  )
  const answer = (await response.json()) as object
  if (response.status >= 300 || response.headers.has("x-stack-known-error")) {
    throw new Error(`POST ${path}: ${JSON.stringify(answer)}`)
  }
  return answer
}

const headers = (
  { projectId, publishableClientKey }: Pick<Emulator.ProjectCredentials, "projectId" | "publishableClientKey">,
  token?: string
): Record<string, string> => ({
  "x-stack-access-type": "client",
  "x-stack-project-id": projectId,
  "x-stack-publishable-client-key": publishableClientKey,
  ...(token === undefined ? undefined : { "x-stack-access-token": token })
})

const signUp = (target: Target, credentials: Emulator.ProjectCredentials) =>
  post(target, credentials, "/auth/password/sign-up", {
    email: `user${names++}@example.org`,
    password,
    verification_callback_url: "http://localhost:3000/verify"
  })

/** Answers in one second, with 16 requests on their way. */
const perSecond = async (count: number, send: () => Promise<unknown>): Promise<number> => {
  const repeat = async (times: number) => {
    let left = times
    const worker = async () => {
      while (left-- > 0) await send()
    }
    await Promise.all(Array.from({ length: 16 }, worker))
  }
  await repeat(Math.ceil(count / 4))
  const start = performance.now()
  await repeat(count)
  return (count * 1000) / (performance.now() - start)
}

const usersPerSecond = async (target: Target, count: number): Promise<number> => {
  const { access_token: token } = await signUp(target, target.project)
  const init = { headers: headers(target.project, token) }
  return perSecond(count, async () => {
    const response = await target.send(new Request(`${target.baseUrl}/api/v1/users/me`, init))
    const user = (await response.json()) as { readonly primary_email?: string }
    if (user.primary_email === undefined) throw new Error(JSON.stringify(user))
  })
}

const signInsPerSecond = async (target: Target, count: number): Promise<number> => {
  const email = `user${names}@example.org`
  await signUp(target, target.project)
  return perSecond(count, () => post(target, target.project, "/auth/password/sign-in", { email, password }))
}

const inProcess = async (
  passwordCost: "standard" | "insecure-fast"
): Promise<readonly [Target, () => Promise<void>]> => {
  const { dispose, emulator, fetch } = Emulator.toFetchHandler({ passwordCost, project: {} })
  const { baseUrl, internal, project } = await emulator
  return [{ baseUrl, internal, project: project!, send: fetch }, dispose]
}

/** Milliseconds with 100 users, each with a session, a mail and a code. */
const ofState = async (count: number) => {
  const handler = Emulator.toFetchHandler({ passwordCost: "insecure-fast", project: {} })
  const emulator = await handler.emulator
  const target = { ...emulator, send: handler.fetch }
  for (let i = 0; i < 100; i++) await signUp(target, target.project)
  const snapshot = await Effect.runPromise(emulator.snapshot)
  const times = {
    snapshot: await medianMillis(count, () => Effect.runPromise(emulator.snapshot)),
    restore: await medianMillis(count, () => Effect.runPromise(emulator.restore(snapshot))),
    fork: await medianMillis(count, async () => {
      const fork = handler.fork()
      await fork.emulator
      await fork.dispose()
    }),
    reset: await medianMillis(count, () => Effect.runPromise(emulator.reset))
  }
  await handler.dispose()
  return times
}

const serve = Effect.gen(function* () {
  const { baseUrl, internal, project } = yield* Emulator.serve({ port: 0, passwordCost: "insecure-fast", project: {} })
  console.log(JSON.stringify({ baseUrl, internal, project }))
  return yield* Effect.never
}).pipe(Effect.scoped)

const measure = async (scale: number): Promise<Record<string, number>> => {
  const start = performance.now()
  const [target, dispose] = await inProcess("insecure-fast")
  const create = performance.now() - start

  const owner = await signUp(target, target.internal)
  const project = () =>
    post(target, target.internal, "/internal/projects", { display_name: "Project" }, owner.access_token)
  const projects: Array<number> = []
  for (let i = 0; i < 20 * scale; i++) {
    const begin = performance.now()
    await project()
    projects.push(performance.now() - begin)
  }
  const usersInProcess = await usersPerSecond(target, 4000 * scale)
  const signInsInProcess = await signInsPerSecond(target, 1000 * scale)
  await dispose()

  const [careful, disposeCareful] = await inProcess("standard")
  const carefulSignIns = await signInsPerSecond(careful, Math.ceil(16 * scale))
  await disposeCareful()

  const server = spawn(process.execPath, [...process.execArgv, import.meta.filename, "serve"], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  try {
    const [line] = (await once(server.stdout, "data")) as [Buffer]
    const overHttp: Target = { ...JSON.parse(line.toString()), send: (request: Request) => fetch(request) }
    const usersOverHttp = await usersPerSecond(overHttp, 2000 * scale)
    return {
      create,
      project: median(projects),
      ...(await ofState(40 * scale)),
      usersInProcess,
      usersOverHttp,
      signInsInProcess,
      carefulSignIns
    }
  } finally {
    server.kill()
  }
}

if (mode === "serve") {
  await Effect.runPromise(serve)
} else {
  console.log(JSON.stringify(await measure(Number(mode))))
  process.exit(0)
}
