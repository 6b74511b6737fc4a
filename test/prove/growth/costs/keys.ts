/** `keys.ts <keys,…>`: what it costs to verify tokens when the project publishes so many public keys. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { lifetimeSeconds } from "../tokens.ts"
import { microsEach } from "./measure.ts"
import { openAuth, startKeyService } from "./service.ts"

/** The costs of one number of keys. */
export interface KeyCosts {
  readonly keys: number
  /** How many of the keys verify their tokens. */
  readonly usable: number
  /** Bytes of the key set. */
  readonly bytes: number
  /** Microseconds of CPU to fetch and import all of them. */
  readonly loadMicros: number
  /** The same for a token that is new, and signed by any of the usable ones. */
  readonly newMicros: number
}

const tokensEach = 2000

const measure = async (keys: number): Promise<KeyCosts> => {
  const { minter, url } = await startKeyService()
  /** Of each key its tokens: the newest key is published first. */
  const tokens: Array<ReadonlyArray<string>> = []
  for (let key = 0; key < keys; key++) {
    if (key > 0) await Effect.runPromise(minter.rotate)
    const minted = Array.from({ length: Math.ceil(tokensEach / keys) }, () =>
      minter.mint({ lifetime: Duration.seconds(lifetimeSeconds) })
    )
    tokens.push(await Effect.runPromise(Effect.all(minted)))
  }
  const keySet = JSON.stringify(await Effect.runPromise(minter.keySet))
  const { auth, authenticate } = openAuth(url)
  const accepts = async (token: string) => (await authenticate({ authorization: `Bearer ${token}` })) !== undefined
  const loadMicros = await microsEach([undefined], () => auth.ready())
  const usable: Array<string> = []
  for (const [first, ...others] of tokens) if (await accepts(first!)) usable.push(...others)
  const newMicros = await microsEach(usable, async (token) => {
    if (!(await accepts(token))) throw new Error("a token of a usable key was refused")
  })
  await auth.dispose()
  return {
    keys,
    usable: Math.round(usable.length / (Math.ceil(tokensEach / keys) - 1)),
    bytes: keySet.length,
    loadMicros,
    newMicros
  }
}

// The first one is the warm-up.
await measure(1)
const all: Array<KeyCosts> = []
for (const keys of process.argv[2]!.split(",")) all.push(await measure(Number(keys)))
console.log(JSON.stringify(all))
