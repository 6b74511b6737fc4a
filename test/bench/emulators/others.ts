/** The emulators of others, as their documentation says to run them. */
import { createRequire } from "node:module"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { freePort } from "../../support/freePort.ts"
import { findFolder, mustSend, password, send, serve, type Started, measureProgram } from "./subject.ts"

/** An emulator of Amazon Cognito. Passwords are kept as they are, and users in JSON files. */
export const cognitoLocal = async (): Promise<Started | undefined> => {
  const folder = findFolder("cognito_local")
  if (folder === undefined) return undefined
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const main = path.join(folder, "node_modules/cognito-local/lib/bin/start.js")
  const env = { HOST: "127.0.0.1", PORT: String(port) }
  const { millis, stop } = await serve([main], `${url}health`, { env })
  const headers = (target: string) => ({
    "content-type": "application/x-amz-json-1.1",
    "x-amz-target": `AWSCognitoIdentityProviderService.${target}`
  })
  const call = (target: string, body: unknown) => mustSend(url, body, headers(target))
  const ids = { pool: "", client: "" }
  // There is no reset: a test gets a pool of its own.
  const empty = async () => {
    const { UserPool } = await call("CreateUserPool", { PoolName: "bench" })
    ids.pool = UserPool.Id
    const { UserPoolClient } = await call("CreateUserPoolClient", { ClientName: "bench", UserPoolId: ids.pool })
    ids.client = UserPoolClient.ClientId
  }
  await empty()
  return {
    millis,
    signUp: async (email) => {
      const UserAttributes = [{ Name: "email", Value: email }]
      await call("SignUp", { ClientId: ids.client, Username: email, Password: password, UserAttributes })
      // Nobody can sign in before.
      await call("AdminConfirmSignUp", { UserPoolId: ids.pool, Username: email })
    },
    signIn: async (email) => {
      const AuthParameters = { USERNAME: email, PASSWORD: password }
      const body = { AuthFlow: "USER_PASSWORD_AUTH", ClientId: ids.client, AuthParameters }
      const { text } = await send(url, body, headers("InitiateAuth"))
      if (/NotAuthorizedException|UserNotFoundException/.test(text)) return false
      if (JSON.parse(text).AuthenticationResult?.AccessToken === undefined) throw new Error(text)
      return true
    },
    empty,
    stop
  }
}

/** The Auth emulator of Firebase. Passwords are kept as they are. */
export const firebase = async (): Promise<Started | undefined> => {
  const folder = findFolder("firebase_tools")
  if (folder === undefined) return undefined
  const [port, hub, logging] = [await freePort(), await freePort(), await freePort()]
  const on = (port: number) => ({ host: "127.0.0.1", port })
  const emulators = { auth: on(port), hub: on(hub), logging: on(logging), ui: { enabled: false } }
  const url = `http://127.0.0.1:${port}`
  const main = path.join(folder, "node_modules/firebase-tools/lib/bin/firebase.js")
  // A project whose name starts with demo- needs no account.
  const { millis, stop } = await serve([main, "emulators:start", "--only", "auth", "--project", "demo-bench"], url, {
    files: { "firebase.json": JSON.stringify({ emulators }) }
  })
  const api = `${url}/identitytoolkit.googleapis.com/v1`
  const owner = { authorization: "Bearer owner" }
  const empty = () => mustSend(`${url}/emulator/v1/projects/demo-bench/accounts`, undefined, owner, "DELETE")
  return {
    millis,
    signUp: async (email) => {
      await mustSend(`${api}/accounts:signUp?key=bench`, { email, password, returnSecureToken: true })
    },
    signIn: async (email) => {
      const body = { email, password, returnSecureToken: true }
      const { text } = await send(`${api}/accounts:signInWithPassword?key=bench`, body)
      if (/EMAIL_NOT_FOUND|INVALID_PASSWORD|INVALID_LOGIN_CREDENTIALS/.test(text)) return false
      if (JSON.parse(text).idToken === undefined) throw new Error(text)
      return true
    },
    empty,
    remember: async () => {
      const all = `${api}/projects/demo-bench/accounts:batchGet?maxResults=1000`
      const { users } = await mustSend(all, undefined, owner, "GET")
      return async () => {
        await empty()
        await mustSend(`${api}/projects/demo-bench/accounts:batchCreate`, { users }, owner)
      }
    },
    stop
  }
}

const options = `{ baseURL: "http://localhost:3000", secret: "bench".repeat(8), logger: { disabled: true } }`

/**
 * Better Auth with its memory adapter: the real library, in the process of the test, hashing with scrypt or not at all.
 */
export const betterAuth = (hashing: "plain" | "scrypt") => async (): Promise<Started | undefined> => {
  const folder = findFolder("better_auth")
  if (folder === undefined) return undefined
  const millis = await measureProgram(
    `import { betterAuth } from "better-auth"
import { memoryAdapter } from "better-auth/adapters/memory"
const database = memoryAdapter({ user: [], session: [], account: [], verification: [] })
const auth = betterAuth({ ...${options}, database, emailAndPassword: { enabled: true } })
await auth.handler(new Request("http://localhost:3000/api/auth/ok"))
console.log("ready")`,
    folder
  )
  const require = createRequire(path.join(folder, "package.json"))
  const load = (name: string) => import(pathToFileURL(require.resolve(name)).href)
  const { betterAuth } = await load("better-auth")
  const { memoryAdapter } = await load("better-auth/adapters/memory")
  const plain = {
    hash: async (text: string) => text,
    verify: async (given: { readonly hash: string; readonly password: string }) => given.hash === given.password
  }
  const make = (data: object) => {
    const auth = betterAuth({
      baseURL: "http://localhost:3000",
      secret: "bench".repeat(8),
      rateLimit: { enabled: false },
      logger: { disabled: true },
      database: memoryAdapter(data),
      emailAndPassword: { enabled: true, ...(hashing === "plain" && { password: plain }) }
    })
    return { auth, data }
  }
  const nobody = () => ({ user: [], session: [], account: [], verification: [] })
  let current = make(nobody())
  const begin = async (data: object) => {
    current = make(data)
    await current.auth.$context
  }
  const post = async (what: string, body: object): Promise<Response> =>
    current.auth.handler(
      new Request(`http://localhost:3000/api/auth/${what}/email`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: "http://localhost:3000" },
        body: JSON.stringify(body)
      })
    )
  return {
    millis,
    signUp: async (email) => {
      const response = await post("sign-up", { email, password, name: "Somebody" })
      if (!response.ok) throw new Error(await response.text())
      await response.text()
    },
    signIn: async (email) => {
      const response = await post("sign-in", { email, password })
      const text = await response.text()
      if (response.status !== 401 && !response.ok) throw new Error(text)
      return response.ok
    },
    empty: () => begin(nobody()),
    remember: async () => {
      const taken = structuredClone(current.data)
      return () => begin(structuredClone(taken))
    },
    stop: async () => {}
  }
}
