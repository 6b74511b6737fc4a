/**
 * `operations.ts <users,…> <teams,…>`: the requests of operations to the emulator in this process: signing in,
 * refreshing, reading the user, checking a permission, walking through all users, and the teams of one user.
 */
import { createRequestAuth } from "../../../../src/backend/request/RequestAuth.ts"
import { reveal } from "../../../../src/domain/SecretInput.ts"
import * as Emulator from "../../../../src/emulator/index.ts"
import * as Http from "../../../../src/http/Http.ts"
import { createClientApp } from "../../../../src/promise/ClientApp.ts"
import { createServerApp } from "../../../../src/promise/ServerApp.ts"
import { heapBytes } from "./measure.ts"

/** A walk through all users, by pages of 100. */
export interface Walk {
  readonly users: number
  readonly requests: number
  readonly microsPerUser: number
  /** The most that the heap grew by on the way. */
  readonly heap: number
}

/** A user with so many teams. */
export interface TeamCosts {
  readonly teams: number
  /** The length of an access token. */
  readonly tokenLength: number
  /** Requests, and bytes of the answers, to list the teams. */
  readonly listRequests: number
  readonly listBytes: number
  /** The same to check a permission in one team. */
  readonly checkRequests: number
  readonly checkBytes: number
}

/** The requests of operations, and costs that grow. */
export interface OperationCosts {
  readonly signIn: number
  readonly refresh: number
  readonly readUser: number
  readonly walks: ReadonlyArray<Walk>
  readonly teams: ReadonlyArray<TeamCosts>
}

const [userSizes = "", teamSizes = ""] = process.argv.slice(2)
const numbers = (text: string) => text.split(",").map(Number)

const emulated = Emulator.toFetchHandler({ passwordCost: "insecure-fast", project: {} })
const { baseUrl, project } = await emulated.emulator
const seen = { requests: 0, bytes: 0 }
const http = Http.layerHandler(async (request) => {
  const answer = await emulated.fetch(request)
  const body = await answer.clone().arrayBuffer()
  seen.requests++
  seen.bytes += body.byteLength
  return answer
})

const during = async (work: () => Promise<unknown>) => {
  const before = { ...seen }
  await work()
  return { requests: seen.requests - before.requests, bytes: seen.bytes - before.bytes }
}

const options = { ...project!, apiUrl: baseUrl, appUrl: "http://localhost:3000", http }
const server = createServerApp(options)
const auth = createRequestAuth({ ...options, allow: ["restricted"] })

const createUser = (n: number) => server.users.create({ displayName: `User ${n}` })

const walk = async (users: number): Promise<Walk> => {
  const before = await heapBytes()
  let most = before
  let count = 0
  const start = performance.now()
  const { requests } = await during(async () => {
    for await (const _ of server.users.stream({ pageSize: 100 })) {
      count++
      if (count % 2500 === 0) most = Math.max(most, await heapBytes())
    }
  })
  const micros = (performance.now() - start) * 1000
  if (count !== users) throw new Error(`saw ${count} of ${users} users`)
  return {
    users,
    requests,
    microsPerUser: micros / users,
    heap: Math.max(most, await heapBytes()) - before
  }
}

const measureTeams = async (teams: number): Promise<TeamCosts> => {
  const user = await createUser(0)
  for (let n = 0; n < teams; n++) await server.teams.create({ displayName: `Team ${n}`, creatorUserId: user.id })
  const tokens = await server.sessions.create({ userId: user.id })
  const accessToken = reveal(tokens.accessToken)
  const headers = {
    get: (name: string) => (name.toLowerCase() === "authorization" ? `Bearer ${accessToken}` : undefined)
  }
  const { client } = server.forRequest({ accessToken, refreshToken: reveal(tokens.refreshToken) })
  const list = await during(async () => {
    const listed = await client.teams.list()
    if (listed.length !== teams) throw new Error(`listed ${listed.length} of ${teams} teams`)
  })
  const [team] = await client.teams.list()
  await using result = await auth.authenticate({ method: "GET", headers })
  if (!result.signedIn) throw result.error
  const check = await during(() => result.requirePermission("$read_members", { teamId: team!.id }))
  return {
    teams,
    tokenLength: accessToken.length,
    listRequests: list.requests,
    listBytes: list.bytes,
    checkRequests: check.requests,
    checkBytes: check.bytes
  }
}

const walks: Array<Walk> = []
let made = 0
for (const users of numbers(userSizes)) {
  while (made < users) {
    const size = Math.min(50, users - made)
    await Promise.all(Array.from({ length: size }, (_, index) => createUser(made + index)))
    made += size
  }
  walks.push(await walk(users))
}

const app = createClientApp(options)
const credentials = { email: "ann@example.org", password: "correct horse battery staple" }
await app.password.signUp(credentials)
await app.sessions.signOut()
const signIn = await during(() => app.password.signIn(credentials))
const readUser = await during(() => app.currentUser.get())
const { refreshToken } = await app.sessions.authJson()
const renewed = createClientApp({ ...options, tokenStore: { refreshToken } })
const refresh = await during(() => renewed.sessions.authJson())

const teams: Array<TeamCosts> = []
for (const count of numbers(teamSizes)) teams.push(await measureTeams(count))

const costs: OperationCosts = {
  signIn: signIn.requests,
  refresh: refresh.requests,
  readUser: readUser.requests,
  walks,
  teams
}
await Promise.all([app.dispose(), renewed.dispose(), auth.dispose(), server.dispose()])
await emulated.dispose()
console.log(JSON.stringify(costs))
