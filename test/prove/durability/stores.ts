/** The session of a terminal under several writers, kills, and a full disk. */
import * as fs from "node:fs"
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as ConfigFileTokenStore from "../../../src/terminal/ConfigFileTokenStore.ts"
import { type Tokens, TokenStore } from "../../../src/token/TokenStore.ts"
import { makeRandom } from "../../support/explore/schedule.ts"
import { holdsIf, skipped, type Verdict } from "../../support/verdicts.ts"
import { inFolder } from "../support/inFolder.ts"
import { launch, type Options } from "../support/Service.ts"

export const optionsIn = (folder: string): ConfigFileTokenStore.Options => ({
  app: "durability",
  folder,
  projectId: "e0a43005-f082-4dc3-8973-163670d4cdf8",
  apiUrl: "http://127.0.0.1:8102"
})

/** A refresh token that is a number, so that a lost write shows. */
export const makeToken = (number: number): string => `refresh-token-number-${String(number).padStart(20, "0")}`

export const readNumber = (tokens: Tokens | undefined): number =>
  tokens?.refreshToken === undefined ? 0 : Number(Redacted.value(tokens.refreshToken).split("-").at(-1))

/** A program that writes: the last number that was acknowledged to it, and how many were. */
const writer = (folder: string, times: number, options?: Options) => {
  const child = launch(folder, [path.join(import.meta.dirname, "tokenWriter.ts"), folder, String(times)], options)
  const acknowledged: Array<number> = []
  let [output, errors] = ["", ""]
  child.stdout!.on("data", (chunk) => {
    const lines = (output + chunk).split("\n")
    output = lines.pop()!
    acknowledged.push(...lines.map(Number))
  })
  child.stderr!.on("data", (chunk) => (errors += chunk))
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  return { acknowledged, ended, errors: () => errors, kill: () => void child.kill("SIGKILL") }
}

const read = (folder: string): Promise<number> =>
  Effect.runPromise(
    Effect.provide(
      Effect.flatMap(TokenStore, ({ get }) => Effect.map(get, readNumber)),
      ConfigFileTokenStore.layer(optionsIn(folder))
    )
  )

const together = (seed: number): Promise<ReadonlyArray<Verdict>> =>
  inFolder(async (folder) => {
    const random = makeRandom(seed)
    const all = Array.from({ length: 4 }, () => writer(folder, 100))
    const killed = Array.from({ length: 2 }, () => writer(folder, 1e9))
    const over = new AbortController()
    let wentBack = 0
    const watch = (async () => {
      for (let last = 0; !over.signal.aborted; await setTimeout(3)) {
        const now = await read(folder)
        if (now < last) wentBack++
        last = now
      }
    })()
    for (const each of killed) {
      while (each.acknowledged.length < 10) await setTimeout(10)
      await setTimeout(random() * 100)
      each.kill()
    }
    await Promise.all([...all, ...killed].map(({ ended }) => ended))
    over.abort()
    await watch
    const numbers = [...all, ...killed].flatMap(({ acknowledged }) => acknowledged)
    const last = await read(folder)
    // Each of the killed may have written once without having said so.
    const isExact =
      new Set(numbers).size === numbers.length && last >= numbers.length && last <= numbers.length + killed.length
    return [
      holdsIf(
        "6 programs that write a terminal's session at once, of which 2 are killed, lose nothing",
        isExact && all.every(({ acknowledged }) => acknowledged.length === 100),
        `${numbers.length} acknowledged, ${last} in the file ${all.map(({ errors }) => errors()).join("")}`
      ),
      holdsIf("a reader meanwhile sees a whole session, and none of before", wentBack === 0, `${wentBack} went back`)
    ]
  })

/** No byte can be written: the former session stays, and the next writer waits for nobody. */
const withoutRoom = (): Promise<ReadonlyArray<Verdict>> =>
  inFolder(async (folder) => {
    await writer(folder, 3).ended
    const full = writer(folder, 1, { within: 'ulimit -f 0; exec "$0" "$@"', env: { NODE_COMPILE_CACHE: "" } })
    await full.ended
    const left = fs.readdirSync(path.join(folder, "sessions"))
    const kept = await read(folder)
    const start = performance.now()
    await writer(folder, 1).ended
    const seconds = (performance.now() - start) / 1000
    return [
      holdsIf(
        "a session that could not be written is a typed failure, and the former one stays",
        full.errors().includes("TokenStoreUnavailable") && kept === 3 && left.length === 1,
        `${full.errors().trim()} ${left.length === 1 ? "" : left.join()}`
      ),
      holdsIf("the next one writes at once", (await read(folder)) === 4, `${seconds.toFixed(1)} s with its start`)
    ]
  })

export const stores = async (seed: number): Promise<ReadonlyArray<Verdict>> => [
  ...(await together(seed)),
  ...(process.platform === "win32"
    ? [skipped("a session that cannot be written", "there are no such limits on Windows")]
    : await withoutRoom())
]
