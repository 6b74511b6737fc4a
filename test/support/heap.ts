/** The heap that is in use, without what can be collected. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")

/** Collects what nobody refers to. */
export const collectGarbage = runInNewContext("gc") as () => void

/** The bytes of the heap that are in use. */
export const heapUsed = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
