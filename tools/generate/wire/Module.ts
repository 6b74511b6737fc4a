/** A module of the compiled contract while it is written: its imports and its declarations. */
import * as path from "node:path"
import { withSharedFields } from "./fields.ts"
import type { Name } from "./names.ts"

const folder = "src/wire/generated"

/** The module that a module of the contract is compiled to, such as `schema/Team.ts`. */
export const compiledFile = (file: string): string => file.replace(/^src\/api\//, "")

interface Import {
  readonly values: Set<string>
  readonly types: Set<string>
}

/** One module. */
export class Module {
  readonly file: string
  readonly declarations = new Map<string, string>()
  readonly #shared = new Map<string, string>()
  readonly #imports = new Map<string, Import>()
  /** The origin of each imported name, so that no name means two things. */
  readonly #origins = new Map<string, string>()

  constructor(file: string) {
    this.file = file
  }

  /** Adds a declaration under its name. */
  declare(name: string, text: string): string {
    if (this.declarations.has(name) || this.#origins.has(name)) throw new Error(`${this.file}: two things are ${name}`)
    this.declarations.set(name, text)
    return name
  }

  /** Adds a declaration that only this module uses, unless it has the same under another name. */
  share(name: string, text: string): string {
    const same = this.#shared.get(text)
    if (same !== undefined) return same
    this.#shared.set(text, name)
    return this.declare(name, `const ${name} = ${text}`)
  }

  /** The name of a value of another module, or of this one. */
  value(name: Name): string {
    return this.#import(name, "values")
  }

  /** The name of a type of another module. */
  type(name: Name): string {
    return this.#import(name, "types")
  }

  /** Something of `Runtime.ts`. */
  runtime(name: string): string {
    this.#importOf("src/wire/Runtime.ts").values.add("* as R")
    return `R.${name}`
  }

  #import({ file, name }: Name, kind: keyof Import): string {
    if (file === `${folder}/${this.file}`) return name
    const origin = this.#origins.get(name)
    if (this.declarations.has(name) || (origin !== undefined && origin !== file)) {
      throw new Error(`${this.file}: ${name} of ${file} has the name of something else`)
    }
    this.#origins.set(name, file)
    this.#importOf(file)[kind].add(name)
    return name
  }

  #importOf(file: string): Import {
    const found = this.#imports.get(file) ?? { values: new Set(), types: new Set() }
    this.#imports.set(file, found)
    return found
  }

  /** The text of the module, not formatted yet. */
  text(): string {
    const declarations = withSharedFields([...this.declarations.values()], () => this.runtime("Properties"))
    const imports = [...this.#imports]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([file, { types, values }]) => {
        const from = file.startsWith("src/")
          ? path.posix.relative(path.posix.dirname(`${folder}/${this.file}`), file).replace(/^(?!\.)/, "./")
          : file
        const names = [...values].filter((name) => !name.startsWith("*")).toSorted()
        const onlyTypes = [...types].filter((name) => !values.has(name)).toSorted()
        return [
          ...[...values, ...types].flatMap((name) =>
            name.startsWith("*") ? [`import ${types.has(name) ? "type " : ""}${name} from ${JSON.stringify(from)}`] : []
          ),
          ...(names.length === 0 ? [] : [`import { ${names.join(", ")} } from ${JSON.stringify(from)}`]),
          ...(onlyTypes.filter((name) => !name.startsWith("*")).length === 0
            ? []
            : [
                `import type { ${onlyTypes.filter((name) => !name.startsWith("*")).join(", ")} } from ${JSON.stringify(from)}`
              ])
        ]
      })
    return [
      "/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */",
      // Sorting the imports would move a comment that is attached to the first of them.
      "",
      ...imports,
      "",
      declarations,
      ""
    ].join("\n")
  }
}
