/**
 * Preloaded with `--import`: at the end of the process prints how many files it has loaded of each package, those that
 * belong to none of `node_modules` as `own`.
 */
import { registerHooks } from "node:module"

const files: Record<string, number> = {}

registerHooks({
  load: (url, context, next) => {
    if (url.startsWith("file:")) {
      const owner = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? "own"
      files[owner] = (files[owner] ?? 0) + 1
    }
    return next(url, context)
  }
})
process.on("exit", () => console.log(JSON.stringify(files)))
