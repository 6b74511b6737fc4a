/** Users with a browser each, who do one thing after the other, with a pause between. */
import { setTimeout } from "node:timers/promises"
import { decodeJwt } from "jose"
import { readChange } from "../support/cookies.ts"
import type { Answer, Ask, Backends } from "./Backends.ts"
import type { Action, Sample } from "./seen.ts"

/** How likely users do each thing. */
export type Habits = Readonly<Record<Action, number>>

export const everyday: Habits = { page: 60, account: 20, refresh: 10, "sign-in": 10 }

export interface Account {
  readonly email: string
  readonly password: string
}

interface User extends Account {
  id: string
  cookies: ReadonlyMap<string, string>
}

const accessName = "stack-access"

/** The cookies after a response. */
const after = (cookies: ReadonlyMap<string, string>, { headers }: Answer): ReadonlyMap<string, string> => {
  const jar = new Map(cookies)
  for (const line of [headers["set-cookie"] ?? []].flat()) {
    const { name, value } = readChange(line)
    if (value === undefined) jar.delete(name)
    else jar.set(name, value)
  }
  return jar
}

const hasSession = (cookies: ReadonlyMap<string, string>): boolean =>
  Array.from(cookies.keys()).some((name) => name.startsWith("stack-refresh-"))

const cookieHeader = (cookies: ReadonlyMap<string, string>) => ({
  cookie: Array.from(cookies, ([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ")
})

/** Whether the access token is good for a while: without it, a page needs the service. */
const hasFreshToken = (cookies: ReadonlyMap<string, string>): boolean => {
  const pair = cookies.get(accessName)
  if (pair === undefined) return false
  const [, accessToken] = JSON.parse(pair) as readonly [string, string]
  return (decodeJwt(accessToken).exp ?? 0) * 1000 > Date.now() + 60_000
}

const makeSignIn = ({ email, password }: Account): Ask => ({
  method: "POST",
  path: "/sign-in",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ email, password })
})

const get = (path: string, cookies: ReadonlyMap<string, string>): Ask => ({
  method: "GET",
  path,
  headers: cookieHeader(cookies)
})

export interface Crowd {
  readonly samples: ReadonlyArray<Sample>
  /** Names what happens from now on. */
  readonly stage: (name: string) => void
  readonly does: (habits: Habits) => void
  /** An access token that is in use. */
  readonly someToken: () => string
  readonly leave: () => Promise<void>
}

/** Signs all users in, and lets them go on until they leave. */
export const makeCrowd = async (options: {
  readonly backends: Backends
  readonly accounts: ReadonlyArray<Account>
  readonly random: () => number
  readonly pauseMillis: number
}): Promise<Crowd> => {
  const { accounts, backends, pauseMillis, random } = options
  const samples: Array<Sample> = []
  let stage = "before"
  let habits = everyday
  const over = new AbortController()

  const enter = async (account: Account): Promise<User> => {
    const cookies = after(new Map(), await backends.ask(makeSignIn(account)))
    const { status, text } = await backends.ask(get("/account", cookies))
    if (status !== 200) throw new Error(`a user cannot sign in: ${status} ${text}`)
    const { email, id } = JSON.parse(text) as { readonly email: string; readonly id: string }
    if (email !== account.email) throw new Error(`${account.email} is ${email}`)
    return { ...account, id, cookies }
  }

  const choose = (): Action => {
    const entries = Object.entries(habits) as ReadonlyArray<[Action, number]>
    let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    return entries.find(([, weight]) => (left -= weight) < 0)?.[0] ?? "page"
  }

  const act = async (user: User, chosen: Action): Promise<void> => {
    const action = chosen === "page" && !hasFreshToken(user.cookies) ? "refresh" : chosen
    const withoutToken = () => new Map(Array.from(user.cookies).filter(([name]) => name !== accessName))
    const cookies = action === "sign-in" ? new Map() : action === "refresh" ? withoutToken() : user.cookies
    const ask = action === "sign-in" ? makeSignIn(user) : get(action === "account" ? "/account" : "/page", cookies)
    const [at, begun] = [stage, performance.now()]
    const answer = await backends.ask(ask)
    const ended = performance.now()
    const { place, status, text } = answer
    const jar = after(action === "sign-in" && status === 204 ? new Map() : user.cookies, answer)
    samples.push({
      action,
      stage: at,
      begun,
      ended,
      status,
      place,
      saysWhen: answer.headers["retry-after"] !== undefined,
      isWrong: status === 200 && (JSON.parse(text) as { readonly id: string }).id !== user.id,
      isRenewed: jar.get(accessName) !== user.cookies.get(accessName),
      isSignOut: hasSession(user.cookies) && !hasSession(jar),
      text: status === 200 ? "" : text.slice(0, 200)
    })
    user.cookies = jar
    // Who was signed out signs in again, so that each is counted once.
    if (!hasSession(jar)) user.cookies = after(jar, await backends.ask(makeSignIn(user)))
  }

  const live = async (user: User): Promise<void> => {
    while (!over.signal.aborted) {
      await setTimeout(pauseMillis * (0.5 + random()))
      if (!over.signal.aborted) await act(user, choose())
    }
  }

  const users: Array<User> = []
  for (const account of accounts) users.push(await enter(account))
  const lives = users.map(live)
  return {
    samples,
    stage: (name) => void (stage = name),
    does: (next) => void (habits = next),
    someToken: () => (JSON.parse(users[0]!.cookies.get(accessName)!) as readonly [string, string])[1],
    leave: async () => {
      over.abort()
      await Promise.all(lives)
    }
  }
}
