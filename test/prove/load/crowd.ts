/** Many requests of all users at once, and whether each answer is for who has asked. */
import type { Backend, Caller, World } from "./World.ts"
import { cacheSeconds } from "./World.ts"

export interface Seen {
  answers: number
  /** Answers with the claims, or the key, of somebody else. */
  crossed: number
  /** Answers that are neither 200 nor a refusal of a revoked key. */
  failed: number
  /** Refusals of revoked keys. */
  refused: number
  /** Answers to a revoked key after nobody should believe in it any more. */
  late: number
  slowestMillis: number
  problem: string | undefined
}

export const nothingSeen = (): Seen => ({
  answers: 0,
  crossed: 0,
  failed: 0,
  refused: 0,
  late: 0,
  slowestMillis: 0,
  problem: undefined
})

/** When keys were revoked. */
export type Revocations = Map<string, number>

/** The keys of half of those who have one. */
export const revoke = async ({ callers, service }: World, revocations: Revocations): Promise<void> => {
  const keys = callers.flatMap(({ key }) => (key === undefined ? [] : [key]))
  for (const { id } of keys.filter((_, index) => index % 2 === 0)) {
    const answer = await service.ask("PATCH", `/user-api-keys/${id}`, { revoked: true })
    if (answer?.status !== 200) throw new Error(`a key cannot be revoked: ${answer?.text}`)
    revocations.set(id, performance.now())
  }
}

/** One request of a user, with the token or the key. */
export const ask = async (backend: Backend, caller: Caller, seen: Seen, revocations: Revocations, byKey: boolean) => {
  const begun = performance.now()
  const key = byKey ? caller.key : undefined
  const { body, status } = await (key === undefined
    ? backend.get("/me", { authorization: `Bearer ${caller.token}` })
    : backend.get("/key", { "x-api-key": key.value }))
  seen.slowestMillis = Math.max(seen.slowestMillis, performance.now() - begun)
  seen.answers++
  const revokedAt = key === undefined ? undefined : revocations.get(key.id)
  if (status === 200) {
    if (body.id !== caller.id || (key === undefined && body.session !== caller.session)) seen.crossed++
    // The service is asked again when an answer is that old, which takes a moment.
    if (revokedAt !== undefined && begun > revokedAt + cacheSeconds * 1000 + 1000) seen.late++
  } else if (revokedAt !== undefined && status === 401) seen.refused++
  else {
    seen.failed++
    seen.problem ??= `${status} ${String(body).slice(0, 200)}`
  }
}

/** So many requests at once, of any user to any process, until it is over. */
export const crowd = async (options: {
  readonly backends: ReadonlyArray<Backend>
  readonly callers: ReadonlyArray<Caller>
  readonly connections: number
  readonly random: () => number
  readonly signal: AbortSignal
  readonly seen: Seen
  readonly revocations: Revocations
}): Promise<void> => {
  const { backends, callers, connections, random, revocations, seen, signal } = options
  const one = <A>(all: ReadonlyArray<A>): A => all[Math.floor(random() * all.length)]!
  const client = async () => {
    while (!signal.aborted) await ask(one(backends), one(callers), seen, revocations, random() < 0.5)
  }
  await Promise.all(Array.from({ length: connections }, client))
}
