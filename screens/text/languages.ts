/** The languages of the screens, beside English. `gatefold add --language de,fr` writes this file. */
import type { Text } from "./en.ts"

/** Each is loaded when a page needs it. To add a language, copy `en.ts`, translate it, and name it here. */
export const languages: Readonly<Record<string, () => Promise<Text>>> = {
  de: () => import("./de.ts").then((file) => file.de)
}
