/**
 * The token store of a program in a terminal: a file in the user's configuration folder, for each service and project,
 * that processes of the same user share.
 *
 * The folder is `$XDG_CONFIG_HOME` or `~/.config`, on macOS `~/Library/Application Support`, on Windows `%APPDATA%`; in
 * it `{app}/sessions/`, with mode 0700, and its files with 0600. It does not read files that other users could have
 * written.
 */
import { createHash, randomUUID } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Listeners from "../concurrency/Listeners.ts"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import * as ServiceConfig from "../http/ServiceConfig.ts"
import { Locks } from "../platform/Locks.ts"
import { toComparableText } from "../token/TokensJson.ts"
import { isSameSession, type Tokens, TokenStore, TokenStoreUnavailable } from "../token/TokenStore.ts"
import { findConfigFolder, isAppName } from "./internal/ConfigFolder.ts"
import { withLock } from "./internal/FileLocks.ts"
import * as StoredSession from "./internal/StoredSession.ts"
import * as PrivateFile from "./PrivateFile.ts"

/** Options that select the file. */
export interface Options extends ServiceConfig.ProjectOptions {
  /** The name of the program, which is that of its folder: letters, digits, `-`, `_` and `.`. */
  readonly app: string
  /** The folder to use instead, as an absolute path. Default: that of the system for this program. */
  readonly folder?: string | undefined
}

/** The file of a service and a project; the name says which, and is safe on every system. */
const toFileName = ({ apiUrl, projectId }: ServiceConfig.ServiceConfig): string => {
  const digest = createHash("sha256").update(`${apiUrl}\n${projectId}`).digest("hex").slice(0, 16)
  return `${new URL(apiUrl).host.replaceAll(/[^\w.-]/g, "_")}-${digest}.json`
}

const locate = Effect.fnUntraced(function* (
  options: Options
): Effect.fn.Return<{ readonly file: string; readonly project: ServiceConfig.ServiceConfig }, InvalidOption> {
  const { app, folder, ...project } = options
  if (!isAppName(app)) {
    const problem = "must be the name of a folder: letters, digits, hyphens, underscores and dots"
    return yield* new InvalidOption({ option: "app", problem })
  }
  if (folder !== undefined && !path.isAbsolute(folder)) {
    return yield* new InvalidOption({ option: "folder", problem: "must be an absolute path" })
  }
  const config = yield* ServiceConfig.make(project)
  return { file: path.join(folder ?? findConfigFolder(app), "sessions", toFileName(config)), project: config }
})

/** The path of the file, which need not be there. Fails with `InvalidOption`. */
export const fileOf = (options: Options): Effect.Effect<string, InvalidOption> =>
  Effect.map(locate(options), ({ file }) => file)

const storeUnavailable = (error: unknown) => new TokenStoreUnavailable({ problem: PrivateFile.writeProblem(error) })

/** The file of a session, which several processes change. */
const makeSessionFile = (file: string, { apiUrl, projectId }: ServiceConfig.ServiceConfig) => {
  const owner = { apiUrl, projectId }
  const listeners = Listeners.make()
  /** A session that was signed out of, whose file could not be removed. */
  let ended: Tokens | undefined
  /** The tokens that listeners know of. */
  let announced = ""

  const read = () => {
    const stored = StoredSession.parse(PrivateFile.read(file), owner)
    return ended !== undefined && isSameSession(stored.tokens, ended) ? { ...stored, tokens: undefined } : stored
  }

  const notify = () => {
    const current = toComparableText(read().tokens)
    if (current === announced) return
    announced = current
    listeners.notify()
  }

  const change = <A>(decide: (stored: StoredSession.Stored) => Decision<A>) =>
    Effect.try({
      try: () => {
        const { answer, next } = decide(read())
        if (next !== undefined) {
          if (StoredSession.isEmpty(next)) PrivateFile.remove(file)
          else PrivateFile.write(file, StoredSession.print(next, owner))
          ended = undefined
        }
        return answer
      },
      catch: storeUnavailable
    })

  return {
    read,
    /** Changes the file, alone among all processes. */
    update: <A>(decide: (stored: StoredSession.Stored) => Decision<A>): Effect.Effect<A, TokenStoreUnavailable> =>
      Effect.try({ try: () => PrivateFile.ensureFolder(path.dirname(file)), catch: storeUnavailable }).pipe(
        Effect.andThen(withLock(`${file}.lock`, change(decide))),
        Effect.tap(() => Effect.sync(notify))
      ),
    /** Ends the session for this process, although its file is still there. */
    end: Effect.sync(() => {
      const { tokens } = read()
      ended = tokens
      notify()
      return tokens
    }),
    changes: (listener: () => void) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          if (listeners.isEmpty()) announced = toComparableText(read().tokens)
          return { remove: listeners.add(listener), watcher: watch(path.dirname(file), notify) }
        }),
        ({ remove, watcher }) =>
          Effect.sync(() => {
            remove()
            watcher?.close()
          })
      )
  }
}

/** The answer of an update, and the content that it writes. Without `next` it changes nothing. */
interface Decision<A> {
  readonly answer: A
  readonly next?: StoredSession.Stored
}

/** A session that replaces any other, and ends every sign-in under way. */
const makeReplacement = (tokens: Tokens): StoredSession.Stored => ({ tokens, intents: [] })

const make = (file: string, project: ServiceConfig.ServiceConfig): TokenStore["Service"] => {
  const { changes, end, read, update } = makeSessionFile(file, project)
  return TokenStore.of({
    get: Effect.sync(() => read().tokens),
    set: (tokens) => update(() => ({ answer: undefined, next: makeReplacement(tokens) })),
    begin: Effect.suspend(() => {
      const intent = StoredSession.formatIntent(randomUUID())
      const drop = update(({ intents, tokens }) => ({
        answer: undefined,
        ...(intents.includes(intent) && {
          next: { tokens, intents: intents.filter((candidate) => candidate !== intent) }
        })
      }))
      const set = (tokens: Tokens) =>
        update(({ intents }) =>
          intents.at(-1) === intent ? { answer: true, next: makeReplacement(tokens) } : { answer: false }
        )
      // If this write fails, `set` will fail, too, and report it.
      return update(({ intents, tokens }) => ({
        answer: undefined,
        next: { tokens, intents: [...intents, intent] }
      })).pipe(Effect.ignore, Effect.as({ set, drop: Effect.ignore(drop) }))
    }),
    compareAndSet: (expected, next) =>
      update(({ intents, tokens }) =>
        isSameSession(tokens, expected) ? { answer: true, next: { tokens: next, intents } } : { answer: false }
      ),
    clear: update(({ tokens }) => ({ answer: tokens, next: StoredSession.empty })).pipe(Effect.catch(() => end)),
    changes: (listener) => Effect.asVoid(changes(listener)),
    lockName: `${file}.refresh`
  })
}

/** Tells of changes of other processes, where the system can; it does not keep this process alive. */
const watch = (folder: string, onChange: () => void): fs.FSWatcher | undefined => {
  try {
    PrivateFile.ensureFolder(folder)
    return fs.watch(folder, { persistent: false }, onChange).on("error", () => undefined)
  } catch {
    return undefined
  }
}

/**
 * A store in the file of this program for the service and the project; several processes of the user may have it at
 * once. It also brings the lock under which one of them refreshes the session for all. Fails with `InvalidOption` for a
 * name or a project that cannot be.
 *
 * @example
 * ```ts
 * const project = { projectId, publishableClientKey }
 * const AppLive = Session.layer.pipe(
 *   Layer.provideMerge(ConfigFileTokenStore.layer({ app: "my-cli", ...project })),
 *   Layer.provideMerge(ClientApp.layer(project))
 * )
 * ```
 */
export const layer = (options: Options): Layer.Layer<TokenStore, InvalidOption> =>
  Layer.fresh(
    Layer.merge(
      Layer.effect(
        TokenStore,
        Effect.map(locate(options), ({ file, project }) => make(file, project))
      ),
      Layer.succeed(Locks, withLock)
    )
  )
