/**
 * `npm start`: the emulator of `gatefold start`, the tour of `gatefold tour` through it, and then the demo application,
 * which the published package does not have.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Client from "../docs/examples/backend/Client.ts"
import { build } from "../docs/examples/react/server/Build.ts"
import * as Demo from "../docs/examples/react/server/Demo.ts"
import * as PastClock from "../docs/examples/react/server/PastClock.ts"
import { openBrowser } from "../src/cli/OpenBrowser.ts"
import { run } from "../src/cli/Run.ts"
import { emulatorFlags, toOptions } from "../src/cli/start/StartFlags.ts"
import { expect, observe, step } from "../src/cli/tour/Step.ts"
import { reportSteps, take } from "../src/cli/tour/Tour.ts"
import * as Password from "../src/client/Password.ts"
import * as WebConsole from "../src/emulator/console/Console.ts"
import type { Emulator } from "../src/emulator/node.ts"
import { serve } from "../src/emulator/Serve.ts"
import * as ClientApp from "../src/http/ClientApp.ts"
import * as Session from "../src/session/Session.ts"
import * as MemoryTokenStore from "../src/token/MemoryTokenStore.ts"
import { builtConsole, builtHosted } from "./build/console.ts"

const get = (url: string, headers: Record<string, string> = {}) =>
  Effect.tryPromise(async () => {
    const response = await fetch(url, { headers, redirect: "manual" })
    return { status: response.status, headers: response.headers, text: await response.text() }
  })

/** The page and its script, as a browser gets them. */
const askForPage = Effect.fnUntraced(function* (url: string) {
  const page = yield* get(`${url}/handler/sign-in`, { accept: "text/html" })
  const script = /<script[^>]* src="([^"]+)"/.exec(page.text)?.[1]
  yield* expect(page.status === 200 && script !== undefined, `${url} answered ${page.status} without a script`)
  yield* expect(page.headers.has("content-security-policy"), "the page has no policy")
  const code = yield* get(url + script)
  yield* expect(code.status === 200, `${script} answered ${code.status}`)
  return `a page with a content security policy, and ${Math.round(code.text.length / 1024)} kB of its script`
})

/** The first requests of the app, and those of an admin after them. */
const askBackend = Effect.fnUntraced(function* ({ accounts, projectId, url }: Demo.Demo) {
  const settings = JSON.parse((yield* get(`${url}/settings.json`)).text)
  yield* expect(settings.projectId === projectId, "the settings name another project")
  const stranger = yield* get(`${url}/api/me`)
  yield* expect(stranger.status === 401, `a stranger got ${stranger.status}`)
  const device = Session.layer.pipe(
    Layer.provide(MemoryTokenStore.layer),
    Layer.provideMerge(ClientApp.layer(settings))
  )
  const count = yield* Password.signIn(accounts[0]).pipe(
    Effect.andThen(Client.make(url).admin((admin) => admin.GetMetrics())),
    Effect.map(({ totalUsers }) => totalUsers),
    Effect.provide(device)
  )
  return `401 for strangers; the admin sees ${count} users`
})

const startDemo = Effect.fnUntraced(function* (emulator: Emulator["Service"]) {
  const folder = yield* step(
    "Build the demo application",
    Effect.map(build, ({ folder, isNew }) => [isNew ? "built by Vite" : "as it was built before", folder] as const)
  )
  const demo = yield* step(
    "Open the demo's project, serve it",
    Effect.map(
      Demo.serve(emulator, { folder }),
      (demo) =>
        [
          demo.seeded === undefined
            ? "with the data of the last time"
            : `with ${demo.seeded.users} users, ${demo.seeded.teams} teams, ${demo.seeded.mails} mails`,
          demo
        ] as const
    )
  )
  yield* observe("Ask the demo for its page", askForPage(demo.url))
  yield* observe("Ask the demo's backend", askBackend(demo))
  return demo
})

const flags = {
  ...emulatorFlags,
  exit: Flag.Boolean("exit").pipe(Flag.withDescription("End after the tour"), Flag.withDefault(false)),
  open: Flag.Boolean("open").pipe(Flag.withDescription("Open the demo in a browser"), Flag.withDefault(false))
}

/** Prints its URL and keys. */
const announce = (emulator: Emulator["Service"], json: boolean): Effect.Effect<void> => {
  const { internal } = emulator
  const controlToken = Redacted.value(emulator.controlToken)
  const consoleUrl = WebConsole.makeUrl(emulator.baseUrl, controlToken)
  const lines = [
    `Emulator at ${emulator.baseUrl} (development only)`,
    `  project                  ${internal.projectId}`,
    `  publishable client key   ${internal.publishableClientKey}`,
    `  secret server key        ${internal.secretServerKey}`,
    `  super secret admin key   ${internal.superSecretAdminKey}`,
    // The token for mailbox, clock and console, shown only in the terminal.
    `  token of /__emulator/    ${controlToken}`,
    `  console                  ${consoleUrl}`,
    ""
  ]
  return Console.log(
    json ? JSON.stringify({ apiUrl: emulator.baseUrl, internal, controlToken, consoleUrl }) : lines.join("\n")
  )
}

const waitForever = ({ baseUrl }: Emulator["Service"], json: boolean): Effect.Effect<never> =>
  Effect.andThen(json ? Effect.void : Console.log(`Serving at ${baseUrl} until Ctrl-C.`), Effect.never)

const printDemo = (demo: Demo.Demo, json: boolean) => {
  const [{ email, password }] = demo.accounts
  const lines = [
    "",
    `Demo at ${demo.url}`,
    `  admin account            ${email}`,
    `  password                 ${password}`,
    ""
  ]
  return Console.log(json ? JSON.stringify({ demo }) : lines.join("\n"))
}

run(
  Command.make(
    "start",
    flags,
    Effect.fn("start")(
      function* (input) {
        const { exit, json } = input
        // In memory nobody else comes to see the hashes, and making them well would be most of the time.
        const passwordCost = Option.isNone(input.data) ? "insecure-fast" : "standard"
        const { folder } = yield* builtConsole
        const { folder: hostedFolder } = yield* builtHosted
        const emulator = yield* serve({ ...toOptions(input), passwordCost, consoleFolder: folder, hostedFolder })
        yield* announce(emulator, json)
        yield* take(emulator, json)
        const demo = yield* startDemo(emulator).pipe(reportSteps(json))
        if (input.open) yield* openBrowser(demo.url)
        yield* printDemo(demo, json)
        if (exit) return
        return yield* waitForever(emulator, json)
      },
      Effect.scoped,
      Effect.provide(PastClock.layer)
    )
  ).pipe(Command.withDescription("Start the emulator, take a tour through the product, and serve the demo"))
)
