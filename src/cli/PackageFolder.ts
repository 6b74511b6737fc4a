/** The folder that Gatefold is installed in. */
import * as fs from "node:fs"
import * as path from "node:path"

const within = (folder: string): string =>
  fs.existsSync(path.join(folder, "screens", "gatefold.css")) ? folder : within(path.dirname(folder))

/** Its path, found from here, whether this is a module or part of the bundled command. */
export const packageFolder = (): string => within(import.meta.dirname)
