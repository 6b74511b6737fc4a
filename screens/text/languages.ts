/** The languages of the screens besides English. `gatefold add --language de,fr` writes this file. */
import type { Text } from "./en.ts"

/**
 * The supported languages. Each is loaded when a page needs it. To add a language, translate `enAuth.ts` and `en.ts` in
 * a new file, and list it here.
 */
export const languages: Readonly<Record<string, () => Promise<Text>>> = {
  ar: () => import("./ar.ts").then((file) => file.ar),
  de: () => import("./de.ts").then((file) => file.de),
  es: () => import("./es.ts").then((file) => file.es),
  fr: () => import("./fr.ts").then((file) => file.fr),
  ja: () => import("./ja.ts").then((file) => file.ja),
  pt: () => import("./pt.ts").then((file) => file.pt),
  zh: () => import("./zh.ts").then((file) => file.zh)
}
