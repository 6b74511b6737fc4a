import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"

/** Gives a folder of its own to a part of the run. */
export const inFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "gatefold-durability-"))
  try {
    return await use(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
