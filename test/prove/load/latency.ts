/**
 * What `SignedIn` adds to a handler: the same requests with and without it in turns, so that all else falls on both.
 */
import { quantile } from "../support/quantile.ts"
import type { Backend } from "./World.ts"

export interface Round {
  /** Of the bare handler and of the one with `SignedIn`, in milliseconds. */
  readonly bare: { readonly p50: number; readonly p99: number }
  readonly signedIn: { readonly p50: number; readonly p99: number }
}

const timed = async (run: () => Promise<{ readonly status: number }>): Promise<number> => {
  const start = performance.now()
  const { status } = await run()
  if (status !== 200) throw new Error(`answered ${status}`)
  return performance.now() - start
}

/** Pairs of requests, one after the other, and the other one first each time. */
export const measure = async (backend: Backend, tokens: ReadonlyArray<string>, pairs: number): Promise<Round> => {
  const [bare, signedIn]: [Array<number>, Array<number>] = [[], []]
  for (let i = 0; i < pairs; i++) {
    const headers = { authorization: `Bearer ${tokens[i % tokens.length]}` }
    const askBare = async () => bare.push(await timed(() => backend.get("/bare", headers)))
    const askSignedIn = async () => signedIn.push(await timed(() => backend.get("/me", headers)))
    for (const ask of i % 2 === 0 ? [askBare, askSignedIn] : [askSignedIn, askBare]) await ask()
  }
  const both = (values: ReadonlyArray<number>) => ({ p50: quantile(values, 0.5), p99: quantile(values, 0.99) })
  return { bare: both(bare), signedIn: both(signedIn) }
}

/** The microseconds of CPU that a request takes. */
export const measureCpu = async (backend: Backend, path: string, tokens: ReadonlyArray<string>, requests: number) => {
  const before = await backend.cpu()
  for (let i = 0; i < requests; i++) {
    const { status } = await backend.get(path, { authorization: `Bearer ${tokens[i % tokens.length]}` })
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
  return ((await backend.cpu()) - before) / requests
}
