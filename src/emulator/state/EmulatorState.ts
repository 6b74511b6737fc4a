/** Everything that replaces, reads or adds to the whole state of an emulator. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as FirstProjects from "../projects/FirstProjects.ts"
import * as Projects from "../projects/Projects.ts"
import * as Seed from "../seeds/Seed.ts"
import { Seeds } from "../seeds/Seeds.ts"
import * as Database from "../storage/Database.ts"
import { StateParts } from "../storage/StateParts.ts"
import type { SnapshotError } from "./SnapshotError.ts"
import { type Snapshot, Snapshots } from "./Snapshots.ts"
import * as StateStorage from "./StateStorage.ts"
import { Traffic } from "./Traffic.ts"

export interface ProjectCredentials extends FirstProjects.Keys {
  readonly projectId: string
}

/** The state and credentials that a fork begins with: those of its original. */
export interface ForkedState {
  readonly snapshot: Snapshot
  readonly internal: ProjectCredentials
  readonly project: ProjectCredentials | undefined
}

export interface InitialState {
  readonly internalKeys: FirstProjects.InternalKeys | undefined
  readonly project: FirstProjects.ProjectOptions | undefined
  readonly seedData: Seed.Seed | undefined
  readonly forked: ForkedState | undefined
  /** The state of an emulator before this one, if there was one. Like a file, it counts before the options. */
  readonly stored?: Effect.Effect<Snapshot | undefined> | undefined
}

export class EmulatorState extends Context.Service<
  EmulatorState,
  {
    readonly internal: ProjectCredentials
    readonly project: ProjectCredentials | undefined
    /** Waits for requests in progress and their mails. */
    readonly snapshot: Effect.Effect<Snapshot>
    /** A snapshot for another emulator beside this one; waits like `snapshot`. */
    readonly copy: Effect.Effect<Snapshot>
    readonly restore: (snapshot: Snapshot) => Effect.Effect<void, SnapshotError>
    readonly reset: Effect.Effect<void>
    readonly seed: (seed: Seed.Seed) => Effect.Effect<void, Seed.SeedError>
    readonly exportSeed: Effect.Effect<Seed.Seed>
    readonly importSeed: (seed: Seed.Seed) => Effect.Effect<void, Seed.SeedError>
  }
>()("gatefold/emulator/state/EmulatorState") {}

const isEmpty = (seed: Seed.Seed): boolean => Object.values(seed).every((part) => part === undefined)

/**
 * Creates the projects of the options together with the seed, starting with the parts that may define their ids and
 * keys. It writes everything or nothing, so that a file is still new after an invalid seed.
 */
const populate = Effect.fnUntraced(function* ({
  internalKeys,
  project,
  seedData = {}
}: Pick<InitialState, "internalKeys" | "project" | "seedData">) {
  const seeds = yield* Seeds
  return yield* Database.transaction(
    Effect.gen(function* () {
      const { identities, projects, secrets, webhooks, ...ownContent } = yield* Seed.parse(seedData)
      const outside: Seed.Seed = { identities, projects, secrets, webhooks }
      if (!isEmpty(outside)) yield* seeds.add(outside, undefined)
      const created = yield* FirstProjects.ensure({ internalKeys, project })
      if (!isEmpty(ownContent)) yield* seeds.add(ownContent, created.project?.projectId)
      return created
    })
  )
})

const beginFork = Effect.fnUntraced(function* ({ snapshot, ...credentials }: ForkedState) {
  const snapshots = yield* Snapshots
  yield* snapshots.restoreOwn(snapshot)
  return { ...credentials, first: snapshot, reset: snapshots.restoreOwn(snapshot) }
})

/** The options that create the same project again. */
const withCredentials = (initial: InitialState, { internal, project }: Omit<ForkedState, "snapshot">) => {
  const { projectId: id, ...keys } = project ?? {}
  return { ...initial, internalKeys: internal, project: project && { ...initial.project, ...keys, id } }
}

/** Restores the state of an emulator before this one, if there is one. Returns the memory that it replaces. */
const restoreStored = Effect.fnUntraced(function* ({ stored = Effect.undefined }: InitialState) {
  const snapshot = yield* stored
  if (snapshot === undefined) return undefined
  const snapshots = yield* Snapshots
  const { memory } = yield* snapshots.now
  yield* Effect.catch(snapshots.restore(snapshot), StateStorage.warnDiscarded)
  return memory
})

/** The state to begin with, but with the memory that the options define if a stored one replaced it. */
const takeFirst = (replaced: Snapshot["memory"] | undefined) =>
  Effect.map(
    Snapshots.use(({ now }) => now),
    (now): Snapshot => ({ ...now, memory: replaced ?? now.memory })
  )

/** Creates what the options define. A reset brings back this state. */
const beginNew = Effect.fnUntraced(function* (initial: InitialState, replaced: Snapshot["memory"] | undefined) {
  const snapshots = yield* Snapshots
  const credentials = yield* populate(initial)
  const first = yield* takeFirst(replaced)
  return { ...credentials, first, reset: snapshots.restoreOwn(first) }
})

/** Begins with data of an earlier start. A reset creates what the options define, and keeps the server's keys. */
const beginAgain = Effect.fnUntraced(function* (initial: InitialState, replaced: Snapshot["memory"] | undefined) {
  const snapshots = yield* Snapshots
  const services = yield* Effect.context<Effect.Services<ReturnType<typeof populate>>>()
  const credentials = yield* FirstProjects.ensure(initial)
  const first = yield* takeFirst(replaced)
  const { server_secrets = [] } = first.tables
  const again = Effect.provideContext(populate(withCredentials(initial, credentials)), services)
  const reset = snapshots.restoreOwn({ ...first, tables: { server_secrets } }, Effect.asVoid(Effect.orDie(again)))
  return { ...credentials, first, reset }
})

/** The first state and its credentials, and how a reset brings it back. */
const begin = Effect.fnUntraced(function* (initial: InitialState) {
  if (initial.forked !== undefined) return yield* beginFork(initial.forked)
  const replaced = yield* restoreStored(initial)
  const isNew = (yield* Projects.find(Projects.internalProjectId)) === undefined
  return yield* isNew ? beginNew(initial, replaced) : beginAgain(initial, replaced)
})

const make = Effect.fnUntraced(function* (initial: InitialState) {
  const parts = yield* StateParts
  const seeds = yield* Seeds
  const snapshots = yield* Snapshots
  const traffic = yield* Traffic
  // Uses the clock of the emulator instead of the caller's.
  const inEmulator = Effect.provideContext(yield* Effect.context<never>())
  const { first, internal, project, reset } = yield* begin(initial)

  /** Also ends the work that is in memory. */
  const replace = (put: Effect.Effect<void>) =>
    Effect.suspend(() => {
      parts.restore(parts.emptyParts(first.memory))
      return Effect.andThen(put, snapshots.resume)
    })

  return EmulatorState.of({
    internal,
    project,
    reset,
    snapshot: snapshots.take,
    copy: snapshots.copy,
    restore: snapshots.restore,
    seed: Effect.fnUntraced(function* (seed: Seed.Seed) {
      const parsed = yield* Seed.parse(seed)
      if (parsed.secrets !== undefined) {
        const problem = "the keys of an emulator that runs stay as they are; import the seed, or start with it"
        return yield* new Seed.SeedError({ path: "secrets", problem })
      }
      yield* seeds.add(parsed, project?.projectId)
      yield* inEmulator(Effect.all(parts.seedEffects(), { discard: true }))
    }),
    exportSeed: traffic.runExclusively(seeds.read),
    // Validates the seed before it interrupts any request.
    importSeed: Effect.fnUntraced(function* (seed: Seed.Seed) {
      const put = yield* seeds.prepareReplacement(yield* Seed.parse(seed), project?.projectId)
      yield* traffic.runInterrupting(replace(put))
    })
  })
})

/** The state that the options define, or that of a fork. */
export const layer = (initial: InitialState) => Layer.effect(EmulatorState, make(initial))
