/** Folders of tests, which are removed afterwards. */
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"

const make = () => fs.mkdtempSync(path.join(tmpdir(), "gatefold-test-"))

const remove = (folder: string) => fs.rmSync(folder, { recursive: true })

/** An empty folder, for the length of a scope. */
export const temporaryFolder = Effect.acquireRelease(Effect.sync(make), (folder) => Effect.sync(() => remove(folder)))

/** The same with promises. */
export const inTemporaryFolder = <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = make()
  return use(folder).finally(() => remove(folder))
}
