/** Files for their owner only, such as those with hashes of passwords. */
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { refused } from "./CommandError.ts"

/** Opens a file to be written anew until the scope closes. It is empty when it becomes the owner's only. */
export const open = (file: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const descriptor = fs.openSync(file, "w", 0o600)
        if (fs.fstatSync(descriptor).isFile()) fs.fchmodSync(descriptor, 0o600)
        return descriptor
      },
      catch: problemOf(file)
    }),
    (descriptor) => Effect.sync(() => fs.closeSync(descriptor))
  )

/** Writes to a file that is open. */
export const append = (file: string, descriptor: number, text: string) =>
  Effect.try({ try: () => fs.writeFileSync(descriptor, text), catch: problemOf(file) })

/** Writes a file. */
export const write = (file: string, text: string) =>
  Effect.scoped(Effect.flatMap(open(file), (descriptor) => append(file, descriptor, text)))

const problemOf = (file: string) => (cause: unknown) =>
  refused(`Cannot write ${file}: ${cause instanceof Error ? cause.message : String(cause)}`)
