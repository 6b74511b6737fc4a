/** A folder of all tests of a file. */
import { afterAll } from "vitest"
import { makeFolder, removeFolder } from "./temporaryFolder.ts"

/** Makes an empty folder, which is removed after the tests. */
export const useTemporaryFolder = (): string => {
  const folder = makeFolder()
  afterAll(() => removeFolder(folder))
  return folder
}
