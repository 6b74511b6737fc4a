/** Folders of tests, which are removed afterwards. */
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"

export const makeFolder = (): string => fs.mkdtempSync(path.join(fs.realpathSync(tmpdir()), "gatefold-test-"))

export const removeFolder = (folder: string): void => fs.rmSync(folder, { recursive: true, force: true })

/** An empty folder, for the length of a scope. */
export const temporaryFolder = Effect.acquireRelease(Effect.sync(makeFolder), (folder) =>
  Effect.sync(() => removeFolder(folder))
)

/** The same with promises. */
export const inTemporaryFolder = <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = makeFolder()
  return use(folder).finally(() => removeFolder(folder))
}
