/** Screens as an item of shadcn's registry, which its command installs (https://ui.shadcn.com/docs/registry). */
import { readFiles, type Screen, type ScreenFile, stylesheet } from "./Screens.ts"

/** Where the files belong in an app. shadcn's command puts the folder below `src` if there is one. */
const folder = "components/gatefold"

const toRegistryType = ({ file }: ScreenFile): "registry:component" | "registry:lib" | "registry:file" => {
  if (file.endsWith(".tsx")) return "registry:component"
  return file.endsWith(".ts") ? "registry:lib" : "registry:file"
}

/** One item with all files of the screens inside, because shadcn's command cannot install dependencies from files. */
export const toRegistryItem = (screens: ReadonlyArray<Screen>, languages: ReadonlyArray<string> = []) => ({
  $schema: "https://ui.shadcn.com/schema/registry-item.json",
  name: screens.length === 1 ? screens[0]!.name : "gatefold",
  type: "registry:block" as const,
  title: screens.map(({ title }) => title).join(", "),
  description: screens.map(({ description }) => description).join(" "),
  dependencies: ["gatefold", "effect"],
  docs: [
    `Import "${folder}/${stylesheet}" once.`,
    ...screens.map(({ component, module }) => `Import { ${component} } from "${folder}/${module}".`)
  ].join(" "),
  files: readFiles(screens, languages).map((file) => ({
    path: `screens/${file.file}`,
    type: toRegistryType(file),
    target: `${folder}/${file.file}`,
    content: file.text
  }))
})
