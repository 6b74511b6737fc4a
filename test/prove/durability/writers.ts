/** Many writers, what the service has acknowledged to them, and whether it is there. */
import * as fs from "node:fs"
import { DatabaseSync } from "node:sqlite"
import * as Arrays from "effect/Array"
import type { Answer, Service } from "../support/Service.ts"

/** A user as the writer knows it: what was acknowledged, and what was sent and may have been carried out. */
interface User {
  readonly name: string
  id: string | undefined
  state: "sent" | "there" | "removing" | "removed"
  /** Each change sets name, metadata and address to its number. */
  acknowledged: number
  sent: number
  readonly teams: Array<string>
  readonly sessions: Array<string>
}

export interface Ledger {
  readonly users: Array<User>
  acknowledged: number
  /** Requests that broke, so that nobody knows whether they were carried out. */
  unknown: number
  /** Answers that refuse a request, by status. */
  readonly refused: Map<number, number>
  /** A refusal that says nothing of its reason, if there was one. */
  unexplained: string | undefined
}

export const newLedger = (): Ledger => ({
  users: [],
  acknowledged: 0,
  unknown: 0,
  refused: new Map(),
  unexplained: undefined
})

const makeEmail = ({ name }: User, version: number) => `${name}-v${version}@example.org`

const makeFields = (user: User, version: number) => ({
  display_name: `v${version}`,
  server_metadata: { version },
  primary_email: makeEmail(user, version)
})

/** Whether a request was acknowledged. */
const settle = (ledger: Ledger, answer: Answer | undefined): boolean => {
  if (answer === undefined) {
    ledger.unknown++
    return false
  }
  if (answer.status < 300) {
    ledger.acknowledged++
    return true
  }
  ledger.refused.set(answer.status, (ledger.refused.get(answer.status) ?? 0) + 1)
  if (answer.status < 500 || !answer.text.includes("database file")) {
    ledger.unexplained ??= `${answer.status} ${answer.text.slice(0, 200)}`
  }
  return false
}

const createUser = async ({ ask }: Service, ledger: Ledger, name: string): Promise<User> => {
  const user: User = { name, id: undefined, state: "sent", acknowledged: 0, sent: 0, teams: [], sessions: [] }
  ledger.users.push(user)
  const answer = await ask("POST", "/users", { ...makeFields(user, 0), primary_email_auth_enabled: true })
  if (settle(ledger, answer)) {
    user.state = "there"
    user.id = answer!.body.id
  }
  return user
}

const actions: ReadonlyArray<(service: Service, ledger: Ledger, user: User) => Promise<unknown>> = [
  async ({ ask }, ledger, user) => {
    const version = ++user.sent
    if (settle(ledger, await ask("PATCH", `/users/${user.id}`, makeFields(user, version)))) user.acknowledged = version
  },
  async ({ ask }, ledger, user) => {
    const answer = await ask("POST", "/teams", { display_name: "A team", creator_user_id: user.id })
    if (settle(ledger, answer)) user.teams.push(answer!.body.id)
  },
  async ({ ask }, ledger, user) => {
    const answer = await ask("POST", "/auth/sessions", { user_id: user.id })
    if (settle(ledger, answer)) user.sessions.push(answer!.body.refresh_token)
  },
  async ({ ask }, ledger, user) => {
    user.state = "removing"
    if (settle(ledger, await ask("DELETE", `/users/${user.id}`))) user.state = "removed"
  }
]

/** So many writers at once, each one request after the other, until `isOver` or the connection of each is broken. */
export const write = (
  service: Service,
  ledger: Ledger,
  options: {
    readonly writers: number
    readonly name: string
    readonly random: () => number
    readonly isOver: () => boolean
  }
): Promise<unknown> => {
  const { isOver, name, random, writers } = options
  const writer = async (index: number) => {
    let user: User | undefined
    for (let at = 0; !isOver(); at++) {
      const before = ledger.unknown
      if (user?.state !== "there" || random() < 0.3) user = await createUser(service, ledger, `${name}-${index}-${at}`)
      else await actions[Math.floor(random() * actions.length)]!(service, ledger, user)
      if (ledger.unknown > before && (await service.ask("GET", "/internal/projects/current")) === undefined) return
    }
  }
  return Promise.all(Array.from({ length: writers }, (_, index) => writer(index)))
}

/** All items of a list, page by page. */
const list = async ({ ask }: Service, path: string): Promise<ReadonlyArray<any>> => {
  const items: Array<any> = []
  let cursor = ""
  do {
    const answer = await ask("GET", `${path}${cursor === "" ? "" : `&cursor=${cursor}`}`)
    if (answer?.status !== 200) throw new Error(`GET ${path} answered ${answer?.status} ${answer?.text}`)
    items.push(...answer.body.items)
    cursor = answer.body.pagination?.next_cursor ?? ""
  } while (cursor !== "")
  return items
}

/**
 * What is not as it was acknowledged; the ledger then knows what is there. Sessions are looked at with a `random`:
 * their use is written down.
 */
export const check = async (
  service: Service,
  ledger: Ledger,
  random?: () => number
): Promise<ReadonlyArray<string>> => {
  const users = new Map((await list(service, "/users?limit=1000")).map((user) => [user.id as string, user]))
  const byName = new Map(Array.from(users.values(), (user) => [user.primary_email?.replace(/-v\d+@.*/, ""), user]))
  const channels = Arrays.groupBy(await list(service, "/contact-channels?"), ({ user_id }) => user_id as string)
  const teams = new Set((await list(service, "/teams?")).map(({ id }) => id as string))
  const members = Arrays.groupBy(await list(service, "/team-member-profiles?"), ({ user_id }) => user_id as string)
  const problems: Array<string> = []
  for (const { display_name, id, primary_email, selected_team_id, server_metadata } of users.values()) {
    const version = server_metadata?.version
    const own = (members[id] ?? []).map(({ team_id }) => team_id as string)
    // Former addresses stay as channels.
    const [primary, ...others] = (channels[id] ?? []).toSorted((a, b) => Number(b.is_primary) - Number(a.is_primary))
    const name = String(primary_email).replace(/-v\d+@.*/, "")
    const isWhole =
      display_name === `v${version}` &&
      String(primary_email).endsWith(`-v${version}@example.org`) &&
      primary?.is_primary === true &&
      primary.value === primary_email &&
      others.every(({ is_primary, value }) => !is_primary && value.startsWith(`${name}-v`)) &&
      own.includes(selected_team_id) &&
      own.every((team) => teams.has(team))
    if (!isWhole) problems.push(`half of a user: ${id} ${primary_email} ${display_name} ${selected_team_id}`)
  }
  for (const user of ledger.users) {
    const found = user.id === undefined ? byName.get(user.name) : users.get(user.id)
    const { state } = user
    if (state === "there" && found === undefined) problems.push(`lost user ${user.name}`)
    if (state === "removed" && found !== undefined) problems.push(`removed user ${user.name} is back`)
    if (found === undefined) {
      user.state = "removed"
      continue
    }
    user.state = "there"
    user.id = found.id
    const version: number = found.server_metadata?.version
    if (!(version >= user.acknowledged && version <= user.sent)) {
      problems.push(`lost change ${user.acknowledged} of ${user.name}, which has ${version}`)
    }
    user.acknowledged = version
    user.sent = version
    const own = new Set((members[found.id] ?? []).map(({ team_id }) => team_id as string))
    for (const team of user.teams) if (!own.has(team)) problems.push(`lost team ${team} of ${user.name}`)
  }
  if (random === undefined) return problems
  // Each takes a signature, so some of them.
  const sessions = ledger.users.filter(({ state }) => state === "there").flatMap((user) => user.sessions)
  for (let i = 0; i < Math.min(sessions.length, 25); i++) {
    const token = sessions[Math.floor(random() * sessions.length)]!
    const answer = await service.ask("POST", "/auth/sessions/current/refresh", {}, { "x-stack-refresh-token": token })
    if (answer?.status !== 200) problems.push(`lost session: ${answer?.status} ${answer?.text}`)
  }
  return problems
}

/** What SQLite finds wrong with a file. */
export const findDamage = (file: string): ReadonlyArray<string> => {
  if (!fs.existsSync(file)) return [`${file} is gone`]
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const findings = database
      .prepare("PRAGMA integrity_check")
      .all()
      .map((row) => String(Object.values(row)[0]))
    const orphans = database.prepare("PRAGMA foreign_key_check").all()
    return [...findings.filter((text) => text !== "ok"), ...orphans.map((row) => JSON.stringify(row))]
  } finally {
    database.close()
  }
}
