/** The same operations as methods of the apps of promises: what they reject with, and what Node prints of it. */
import { execFile } from "node:child_process"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Http from "../../../src/http/Http.ts"
import * as HttpClientLayer from "../../../src/http/HttpClientLayer.ts"
import { readData } from "../../../src/operation/OperationData.ts"
import { createAdminApp } from "../../../src/promise/AdminApp.ts"
import { createClientApp } from "../../../src/promise/ClientApp.ts"
import type { CallOptions } from "../../../src/promise/Method.ts"
import { createServerApp } from "../../../src/promise/ServerApp.ts"
import * as Undici from "../../../src/undici/UndiciHttp.ts"
import { echoing, refusing, silent } from "./faults.ts"
import { rightInputs, wrongInputs } from "./inputs.ts"
import { keys, options } from "./Operations.ts"
import { look, watchConsole } from "./printed.ts"
import type { Search } from "./Search.ts"
import { kinds } from "./Secrets.ts"

/** A method of an app. */
export interface Method {
  /** As programs write it. */
  readonly name: string
  /** The name of its operation. */
  readonly operation: string
  readonly needsInput: boolean
  readonly call: (input: unknown, options?: CallOptions) => Promise<unknown>
}

/** The methods of an app. */
export const listMethods = (app: string, areas: object): ReadonlyArray<Method> =>
  Object.entries(areas).flatMap(([area, members]: [string, unknown]) =>
    typeof members !== "object" || members === null
      ? []
      : Object.entries(members).flatMap(([method, value]: [string, unknown]) => {
          const data = readData(value)
          const send = value as (...args: ReadonlyArray<unknown>) => Promise<unknown>
          return data === undefined
            ? []
            : [
                {
                  name: `${app}.${area}.${method}`,
                  operation: data.name,
                  needsInput: data.needsInput,
                  // A method without an input takes its options first.
                  call: (input, options) => (data.inputs > 0 ? send(input, options) : send(options))
                }
              ]
        })
  )

/** Calls every method of every app; answers how many calls there were. */
export const run = async (search: Search, every = 1): Promise<number> => {
  let calls = 0
  const leaveConsole = watchConsole(search, () => "a method of promises")
  const services = [echoing[0]![0]!, echoing[3]![0]!, echoing[5]![0]!, refusing(0), silent[0]!, silent[1]!]
  const networks: ReadonlyArray<readonly [name: string, http: Layer.Layer<never>]> = [
    ...services.map(({ answer, name }) => [name, Layer.succeed(Http.Http, answer)] as const),
    ["a refused connection of fetch", Http.layerFetch((_, init) => fetch("http://127.0.0.1:1/", init))],
    ["a refused connection of undici", Undici.layer()],
    ["a refused connection of HttpClient", HttpClientLayer.layer.pipe(Layer.provide(FetchHttpClient.layer))]
  ]
  for (const [service, http] of networks) {
    const tokens = { accessToken: kinds.accessToken, refreshToken: kinds.refreshToken }
    await using client = createClientApp({ ...options, http, tokenStore: tokens })
    await using server = createServerApp({ ...options, ...keys, http })
    await using admin = createAdminApp({ ...options, ...keys, http })
    const apps = {
      app: client,
      serverApp: server,
      adminApp: admin,
      "serverApp.forRequest(request)": server.forRequest(tokens),
      "serverApp.forRequest(header)": server.forRequest(
        new Request("http://x/", { headers: { "x-stack-auth": `{"accessToken":"${kinds.accessToken}` } })
      )
    }
    for (const [name, app] of Object.entries(apps)) {
      look(search, name, app)
      for (const [index, method] of listMethods(name, app).entries()) {
        if (index % every !== 0) continue
        const inputs = [...rightInputs(method.operation, method.needsInput), ...wrongInputs(method.needsInput)]
        for (const input of inputs) {
          calls++
          const where = `${method.name} with ${service}`
          await method.call(input, { retry: 0 }).catch((error: unknown) => look(search, where, error))
        }
      }
      look(search, `${name}, after its calls`, { ...app })
    }
  }
  leaveConsole()
  return calls
}

/* ---------------------------------------------------------------- uncaught */

/** Calls that nobody handles, of each kind of app; secrets come by the environment, so no line of a script has one. */
const uncaught: Readonly<Record<string, string>> = {
  "a method": `client.password.update({ oldPassword: kinds.oldPassword, newPassword: kinds.password })`,
  "an awaited method": `await client.password.signIn({ email: "a@example.org", password: kinds.password })`,
  "a check before the request": `client.password.set({ password: kinds.longPassword })`,
  "a server's method": `server.users.create({ password: kinds.password, totpSecretBase64: kinds.totpSecret })`,
  "an admin's method": `await admin.oauthProviders.enableStandard({ id: "github", clientId: "c", clientSecret: kinds.providerClientSecret })`,
  "an effect": `Effect.runPromise(Effect.provide(Password.signIn({ email: "a@example.org", password: kinds.password }), layer))`,
  "an effect that is run as the program": `NodeRuntime.runMain(Effect.provide(Password.reset({ code: kinds.mailedCode, password: kinds.password }), layer))`,
  "a thrown app": `throw Object.assign(new Error("it failed"), { client, server, admin, layer })`
}

const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

const script = (call: string) => `
  import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
  import * as Effect from "effect/Effect"
  import * as Layer from "effect/Layer"
  const { kinds } = await import(${at("./Secrets.ts")})
  const { echoing } = await import(${at("./faults.ts")})
  const Http = await import(${at("../../../src/http/Http.ts")})
  const { keys, options } = await import(${at("./Operations.ts")})
  const { createClientApp, layer: layerOf } = await import(${at("../../../src/promise/ClientApp.ts")})
  const { createServerApp } = await import(${at("../../../src/promise/ServerApp.ts")})
  const { createAdminApp } = await import(${at("../../../src/promise/AdminApp.ts")})
  const Password = await import(${at("../../../src/client/Password.ts")})
  const http = Layer.succeed(Http.Http, echoing[0][0].answer)
  const given = { ...options, ...keys, http }
  const tokenStore = { accessToken: kinds.accessToken, refreshToken: kinds.refreshToken }
  const client = createClientApp({ ...options, http, tokenStore })
  const server = createServerApp(given)
  const admin = createAdminApp(given)
  const layer = layerOf({ ...options, http, tokenStore })
  ${call}`

/** Lets processes die of them; answers how many. */
export const runUncaught = async (search: Search, calls = uncaught): Promise<number> => {
  for (const [name, call] of Object.entries(calls)) {
    const [code, output] = await new Promise<readonly [unknown, string]>((resolve) =>
      execFile(
        process.execPath,
        ["--conditions", "gatefold-source", "--input-type=module", "-e", script(call)],
        (error, stdout, stderr) => resolve([error?.code, stdout + stderr])
      )
    )
    if (code !== 1) throw new Error(`${name} does not end its process with 1, but with ${String(code)}: ${output}`)
    search.look("uncaught", name, output)
  }
  return Object.keys(calls).length
}
