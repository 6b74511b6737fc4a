/** The endpoints of the contract, as they are declared and as they are compiled. */
import type * as Wire from "../../src/wire/Endpoint.ts"
import { declaredEndpoints } from "../../tools/generate/wire/compileEndpoint.ts"
import { compiledFile } from "../../tools/generate/wire/Module.ts"
import type { Declared } from "../support/interpreted.ts"

/** An endpoint in both forms. */
export interface Pair {
  readonly name: string
  readonly declared: Declared
  readonly compiled: Wire.Any
}

/** All endpoints. */
export const pairs: ReadonlyArray<Pair> = (
  await Promise.all(
    declaredEndpoints.map(async ({ endpoints, file }) => {
      const url = new URL(`../../src/wire/generated/${compiledFile(file)}`, import.meta.url)
      const compiled = (await import(/* @vite-ignore */ url.href)) as Readonly<Record<string, Wire.Any>>
      return endpoints.map(([name, declared]) => ({ name, declared: declared as Declared, compiled: compiled[name]! }))
    })
  )
).flat()
