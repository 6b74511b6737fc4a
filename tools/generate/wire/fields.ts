/**
 * Runs of fields that several structs of a module have in common, as functions.
 *
 * Schemas share fields by spreading them, which their syntax trees do not show. So the same runs are found again in the
 * text, and declared once: `{ status: …, ...idToHasDelivered(o), openedAt: … }`.
 */

const start = "\u0001"
const separator = "\u0002"
const end = "\u0003"

/** The fields of an object that is made of `o`, until {@link withSharedFields} writes them. */
export const printFields = (fields: ReadonlyArray<string>): string => start + fields.join(separator) + end

const marked = new RegExp(`${start}([^${end}]*)${end}`, "g")

/** Shorter runs are easier to read where they stand. */
const isWorthSharing = (run: ReadonlyArray<string>) => run.length >= 4 && run.join().length >= 160

/** A run that is declared once, by its name: its first and its last field. */
interface SharedRun {
  readonly name: string
  readonly fields: ReadonlyArray<string>
}

const assignName = (run: ReadonlyArray<string>) => {
  const words = [run[0]!, "to", run.at(-1)!].flatMap((field) => field.split(":")[0]!.split(/[^A-Za-z0-9]+/))
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("")
}

const printCall = ({ name }: SharedRun) => `...${name}(o)`

/** The run that saves most; undefined if none occurs twice. */
const findBestRun = (lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> | undefined => {
  const counts = new Map<string, { readonly run: ReadonlyArray<string>; count: number }>()
  for (const list of lists) {
    for (let from = 0; from < list.length; from++) {
      for (let to = from + 1; to <= list.length && !list[to - 1]!.startsWith("..."); to++) {
        const run = list.slice(from, to)
        if (!isWorthSharing(run)) continue
        const found = counts.get(run.join()) ?? { run, count: 0 }
        counts.set(run.join(), found)
        found.count++
      }
    }
  }
  let best: ReadonlyArray<string> | undefined
  let most = 0
  for (const [text, { count, run }] of counts) {
    const saved = (count - 1) * text.length
    if (saved > most) [best, most] = [run, saved]
  }
  return best
}

const replaced = (list: ReadonlyArray<string>, run: SharedRun): ReadonlyArray<string> => {
  const at = list.findIndex((_, index) => run.fields.every((field, offset) => list[index + offset] === field))
  return at === -1 ? list : list.toSpliced(at, run.fields.length, printCall(run))
}

/** The declarations, and the runs that they share before those that use them first. */
export const withSharedFields = (declarations: ReadonlyArray<string>, properties: () => string): string => {
  let lists = Array.from(declarations.join("").matchAll(marked), ([, fields]): ReadonlyArray<string> =>
    fields!.split(separator)
  )
  const runs: Array<SharedRun> = []
  for (let fields = findBestRun(lists); fields !== undefined; fields = findBestRun(lists)) {
    const run = { name: assignName(fields), fields }
    runs.push(run)
    lists = lists.map((list) => replaced(list, run))
  }
  let index = 0
  const parts = declarations.flatMap((declaration) => {
    const own = declaration.replace(marked, () => lists[index++]!.join(", "))
    const first = runs.filter((run) => own.includes(printCall(run)))
    for (const run of first) runs.splice(runs.indexOf(run), 1)
    return [
      ...first.map(({ fields, name }) => `const ${name} = (o: ${properties()}) => ({ ${fields.join(", ")} })`),
      own
    ]
  })
  return parts.join("\n\n")
}
