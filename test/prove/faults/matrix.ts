/** Every cell of the matrix. */
import type { Cell } from "./Cell.ts"
import type { Fault } from "./Fault.ts"
import { httpFaults } from "./httpFaults.ts"
import { kinds } from "./Kind.ts"
import { layers } from "./layers.ts"
import { tcpFaults } from "./tcpFaults.ts"

const faults: ReadonlyArray<Fault> = [...tcpFaults, ...httpFaults]

const cells: ReadonlyArray<Cell> = faults.flatMap((fault) =>
  kinds.flatMap((kind) => Object.keys(layers).map((layer) => ({ fault, kind, layer })))
)

/**
 * The cells whose parts have these names: `kind/fault/layer`, any of which may be `*`; those at the end may be left
 * out.
 */
export const chosen = (pattern: string): ReadonlyArray<Cell> => {
  const [kind = "*", fault = "*", layer = "*", ...more] = pattern.split("/")
  if (more.length > 0) return []
  const fits = (name: string, part: string) => part === "*" || name === part
  return cells.filter((cell) => fits(cell.kind.name, kind) && fits(cell.fault.name, fault) && fits(cell.layer, layer))
}
