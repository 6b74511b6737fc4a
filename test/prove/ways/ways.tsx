/** Ways through the source, each run once before it is traced, as an app runs it again and again. */
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Scope } from "effect/Scope"
import { createRoot } from "react-dom/client"
import { Backend, CurrentUser, SignedIn } from "../../../src/backend/index.ts"
import { gatefold } from "../../../src/cli/GatefoldCommand.ts"
import * as Emulator from "../../../src/emulator/index.ts"
import { ClientApp, MemoryTokenStore, Password, Session, Sessions } from "../../../src/index.ts"
import { AuthProvider, useUser } from "../../../src/react/index.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import { trace } from "./trace.ts"

/** Where the service is, with the keys of its project. */
export interface Service {
  readonly apiUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
}

/** A way: what an app does, and the files that it runs through in the order of their first calls. */
export interface Way {
  readonly name: string
  readonly files: ReadonlyArray<string>
}

const ann = { email: "ann@example.org", password: "correct horse battery" }

/** An app that is made once, with nobody signed in. */
const makeClient = async (options: Service) => {
  const runtime = ManagedRuntime.make(
    Session.layer.pipe(Layer.provideMerge(MemoryTokenStore.layer), Layer.provideMerge(ClientApp.layer(options)))
  )
  return {
    context: await runtime.context(),
    run: runtime.runPromise,
    [Symbol.asyncDispose]: () => runtime.dispose()
  }
}

/** Signs in an account that exists, without a redirect: that is a matter of the app's router. */
const signIn = async (options: Service): Promise<Way> => {
  await using app = await makeClient(options)
  const once = () => app.run(Password.signIn({ ...ann, noRedirect: true }))
  await once()
  await app.run(Sessions.signOut)
  return { name: "Password.signIn", files: await trace(once) }
}

const Name = () => <p>{useUser()?.primaryEmail}</p>

/** Mounts a component of a page that has its app: it reads the signed-in user and shows them. */
const useUserWay = async (options: Service): Promise<Way> => {
  await using app = await makeClient(options)
  await app.run(Password.signIn({ ...ann, noRedirect: true }))
  const layer = Layer.succeedContext(app.context)
  const once = async () => {
    const place = document.createElement("div")
    const root = createRoot(place)
    root.render(
      <AuthProvider layer={layer}>
        <Name />
      </AuthProvider>
    )
    while (!place.textContent?.includes(ann.email)) await new Promise((resolve) => setTimeout(resolve, 5))
    return root
  }
  let root = await once()
  root.unmount()
  const files = await trace(async () => {
    root = await once()
  })
  root.unmount()
  // React ends its work in later turns.
  await new Promise((resolve) => setTimeout(resolve, 50))
  // The other ways are those of programs outside of browsers.
  Reflect.deleteProperty(globalThis, "window")
  Reflect.deleteProperty(globalThis, "document")
  return { name: "useUser", files }
}

class Api extends HttpApi.make("api").add(
  HttpApiGroup.make("orders")
    .add(HttpApiEndpoint.get("id", "/id", { success: Schema.String }))
    .add(HttpApiEndpoint.get("name", "/name", { success: Schema.NullOr(Schema.String) }))
    .middleware(SignedIn)
) {}

const handlers = HttpApiBuilder.group(Api, "orders", (handlers) =>
  handlers
    .handle("id", () => Effect.map(CurrentUser, ({ id }) => id))
    .handle("name", () => Effect.flatMap(CurrentUser, ({ get }) => Effect.map(get, (user) => user.displayName)))
)

/**
 * A request with a bearer token to an app's own API, whose handler takes the id of the user or reads the user from the
 * service. The keys of the project are known by then.
 */
const signedIn = async (options: Service): Promise<ReadonlyArray<Way>> => {
  await using app = await makeClient(options)
  await app.run(Password.signIn({ ...ann, noRedirect: true }))
  const tokens = await app.run(Effect.flatMap(TokenStore, ({ get }) => get))
  const headers = { authorization: `Bearer ${Redacted.value(tokens!.accessToken!)}` }
  const served = Effect.gen(function* () {
    const routes = HttpApiBuilder.layer(Api).pipe(Layer.provide([handlers, HttpServer.layerServices]))
    const app = yield* HttpRouter.toHttpEffect(routes)
    const handler = HttpEffect.toWebHandlerWith<never, HttpServerRequest | Scope>(yield* Effect.context<never>())(app)
    const once = async (path: string) => {
      const response = await handler(new Request(`https://shop.example.com${path}`, { headers }))
      if (response.status !== 200) throw new Error(await response.text())
    }
    const traced = async (name: string, path: string) => {
      await once(path)
      return { name, files: await trace(() => once(path)) }
    }
    return [
      yield* Effect.promise(() => traced("SignedIn", "/id")),
      yield* Effect.promise(() => traced("SignedIn, with the user", "/name"))
    ]
  })
  const layer = Backend.layer().pipe(Layer.provideMerge(ClientApp.layer(options)))
  return Effect.runPromise(Effect.scoped(Effect.provide(served, layer)))
}

/** A request to the emulator, in this process. */
const postTeams = async (): Promise<Way> => {
  const { dispose, emulator } = Emulator.toFetchHandler({ project: { config: { clientTeamCreationEnabled: true } } })
  const { baseUrl, fetch, project } = await emulator
  const headers = {
    "content-type": "application/json",
    "x-stack-project-id": project.projectId,
    "x-stack-access-type": "server",
    "x-stack-secret-server-key": project.secretServerKey
  }
  const once = async () => {
    const body = JSON.stringify({ display_name: "Acme" })
    const response = await fetch(new Request(`${baseUrl}/api/v1/teams`, { method: "POST", headers, body }))
    if (response.status !== 201) throw new Error(await response.text())
  }
  await once()
  const files = await trace(once)
  await dispose()
  return { name: "POST /teams", files }
}

/** The command, with the environment of a project. */
const usersImport = async (options: Service): Promise<Way> => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "gatefold-ways-"))
  const once = async (name: string) => {
    const file = path.join(folder, `${name}.csv`)
    fs.writeFileSync(file, `email,display_name\n${name}@example.org,${name}\n`)
    const lines: Array<unknown> = []
    const into = (line: unknown) => void lines.push(line)
    await Command.runWith(gatefold, { version: "0.0.0" })(["users", "import", file]).pipe(
      Effect.provideService(Console.Console, { ...console, log: into, error: into }),
      Effect.provide(NodeServices.layer),
      Effect.runPromise
    )
    if (!String(lines.at(-1)).includes("1 created")) throw new Error(lines.join("\n"))
  }
  process.chdir(folder)
  Object.assign(process.env, {
    STACK_API_URL: options.apiUrl,
    STACK_PROJECT_ID: options.projectId,
    STACK_SECRET_SERVER_KEY: options.secretServerKey
  })
  await once("bob")
  const files = await trace(() => once("cid"))
  fs.rmSync(folder, { recursive: true })
  return { name: "users import", files }
}

/** Traces all of them, against a service elsewhere. */
export const ways = async (service: Service): Promise<ReadonlyArray<Way>> => {
  await using app = await makeClient(service)
  await app.run(Password.signUp({ ...ann, noRedirect: true, verificationCallbackUrl: "http://localhost:3000/verify" }))
  return [
    await signIn(service),
    await useUserWay(service),
    ...(await signedIn(service)),
    await postTeams(),
    await usersImport(service)
  ]
}
