/** Gatefold's emulator, in the process of the test and as a command. */
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Emulator from "../../../src/emulator/index.ts"
import { freePort } from "../../support/freePort.ts"
import { dist } from "../built.ts"
import { mustSend, password, type Running, send, serve, type Started, measureProgram } from "./subject.ts"

type Keys = Pick<Emulator.ProjectCredentials, "projectId" | "publishableClientKey">

const makeHeaders = ({ projectId, publishableClientKey }: Keys) => ({
  "content-type": "application/json",
  "x-stack-access-type": "client",
  "x-stack-project-id": projectId,
  "x-stack-publishable-client-key": publishableClientKey
})

const users = (
  baseUrl: string,
  keys: Keys,
  fetch: (request: Request) => Promise<Response>
): Pick<Running, "signIn" | "signUp"> => {
  const post = async (what: string, body: unknown) => {
    const url = `${baseUrl}/api/v1/auth/password/${what}`
    const response = await fetch(
      new Request(url, { method: "POST", headers: makeHeaders(keys), body: JSON.stringify(body) })
    )
    const answer = (await response.json()) as { readonly access_token?: string; readonly code?: string }
    if (answer.access_token === undefined && answer.code !== "EMAIL_PASSWORD_MISMATCH") {
      throw new Error(`${what}: ${JSON.stringify(answer)}`)
    }
    return answer.access_token !== undefined
  }
  return {
    signUp: async (email) => {
      await post("sign-up", { email, password, verification_callback_url: "http://localhost:3000/verify" })
    },
    signIn: (email) => post("sign-in", { email, password })
  }
}

const ready = `import * as Emulator from "gatefold/emulator"
const { emulator, fetch } = Emulator.toFetchHandler({ passwordCost: "insecure-fast", project: {} })
await fetch(new Request((await emulator).baseUrl + "/health"))
console.log("ready")`

/** As `gatefold/testing` has it: passwords are hashed at once. */
export const inProcess = async (): Promise<Started> => {
  const millis = await measureProgram(ready, path.dirname(dist))
  const { dispose, emulator, fetch } = Emulator.toFetchHandler({ passwordCost: "insecure-fast", project: {} })
  const { baseUrl, project, reset, restore, snapshot } = await emulator
  return {
    millis,
    ...users(baseUrl, project, fetch),
    empty: () => Effect.runPromise(reset),
    remember: async () => {
      const taken = await Effect.runPromise(snapshot)
      return () => Effect.runPromise(restore(taken))
    },
    stop: dispose
  }
}

/** `gatefold start`: passwords are hashed as carefully as by the service. */
export const command = async (): Promise<Started> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = [path.join(dist, "cli/main.cjs"), "start", "--json", "--port", String(port)]
  const { millis, output, stop } = await serve(args, `${url}/health`)
  while (!output().includes("\n")) await new Promise((resolve) => setTimeout(resolve, 5))
  const { controlToken, project } = JSON.parse(output().split("\n", 1)[0]!) as {
    readonly controlToken: string
    readonly project: Keys
  }
  const control = { "x-gatefold-emulator-token": controlToken }
  return {
    millis,
    ...users(url, project, (request) => fetch(request)),
    empty: () => mustSend(`${url}/__emulator/reset`, {}, control),
    remember: async () => {
      const { text } = await send(`${url}/__emulator/snapshot`, undefined, control, "GET")
      const taken: unknown = JSON.parse(text)
      return () => mustSend(`${url}/__emulator/restore`, taken, control)
    },
    stop
  }
}
