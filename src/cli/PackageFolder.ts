/** The folder that Gatefold is installed in. */
import * as fs from "node:fs"
import * as path from "node:path"

const findFolder = (folder: string): string =>
  fs.existsSync(path.join(folder, "screens", "gatefold.css")) ? folder : findFolder(path.dirname(folder))

/** Finds the path of that folder from here, whether this is a module or part of the bundled command. */
export const findPackageFolder = (): string => findFolder(import.meta.dirname)
