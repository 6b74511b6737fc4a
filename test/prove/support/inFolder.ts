/** Gives a folder of its own to a part of the run, which is gone after it, or when the run is ended. */
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"

export const inFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "gatefold-durability-"))
  const remove = () => fs.rmSync(folder, { recursive: true, force: true })
  process.once("exit", remove)
  try {
    return await use(folder)
  } finally {
    process.off("exit", remove)
    remove()
  }
}
