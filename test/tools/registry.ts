/**
 * The screens in the format of shadcn's registry: `dist/registry/registry.json` lists them, and beside it there is a file
 * for each, with all files that it needs inside.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import packageJson from "../../package.json" with { type: "json" }
import { filesOf, type Screen, type ScreenFile, screens, stylesheet } from "../../src/cli/add/Screens.ts"

const schema = (name: string) => `https://ui.shadcn.com/schema/${name}.json`

/** Where the files of an item get in an app; shadcn's command puts that below `src` if there is one. */
export const folder = "components/gatefold"

const typeOf = ({ file }: ScreenFile): "registry:component" | "registry:lib" | "registry:file" =>
  file.endsWith(".tsx") ? "registry:component" : file.endsWith(".ts") ? "registry:lib" : "registry:file"

const entryOf = (file: ScreenFile) => ({
  path: `screens/${file.file}`,
  type: typeOf(file),
  target: `${folder}/${file.file}`
})

const commonOf = ({ component, description, module, name, title }: Screen) => ({
  name,
  type: "registry:block" as const,
  title,
  description,
  dependencies: [packageJson.name],
  docs: `Import "${folder}/${stylesheet}" once, and { ${component} } from "${folder}/${module}".`
})

/** An item with its files. */
export const itemOf = (screen: Screen) => ({
  $schema: schema("registry-item"),
  ...commonOf(screen),
  files: filesOf([screen]).map((file) => ({ ...entryOf(file), content: file.text }))
})

/** The index. */
export const registry = () => ({
  $schema: schema("registry"),
  name: packageJson.name,
  homepage: `https://www.npmjs.com/package/${packageJson.name}`,
  items: screens.map((screen) => ({ ...commonOf(screen), files: filesOf([screen]).map(entryOf) }))
})

/** Writes index and items. */
export const writeRegistry = (to: string): void => {
  fs.mkdirSync(to, { recursive: true })
  const write = (name: string, value: unknown) =>
    fs.writeFileSync(path.join(to, `${name}.json`), `${JSON.stringify(value)}\n`)
  write("registry", registry())
  for (const screen of screens) write(screen.name, itemOf(screen))
}
