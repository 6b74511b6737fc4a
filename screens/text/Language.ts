"use client"
/** The language of the screens in this place. It needs no texts, so that a page without a screen loads none. */
import { createContext, use, useSyncExternalStore } from "react"
import type { AuthText, Overrides } from "./AuthText.tsx"
import { languages } from "./languages.ts"

export interface GivenTexts {
  /** The language of the texts, as `lang` has it: "de-AT" has the texts of "de". */
  readonly language: string
  /** A promise until the texts have been loaded. Those of other languages than English are whole. */
  readonly text: AuthText | Promise<AuthText>
  /** Overrides of the providers above, from the outside in. */
  readonly overrides: ReadonlyArray<Overrides>
}

/** The texts that the nearest `Texts` sets. */
export const Given = createContext<GivenTexts | undefined>(undefined)

const rightToLeft: ReadonlyArray<string> = ["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"]

const findBase = (language: string): string => language.split("-")[0] ?? ""

/** The catalog for a language, such as "pt-BR": its own, else that of "pt". */
export const findCatalog = (requested: string): string | undefined =>
  [requested, requested.toLowerCase(), findBase(requested.toLowerCase())].find((name) => Object.hasOwn(languages, name))

/** The language itself if there are texts for it, else English. */
export const chooseLanguage = (requested: string): string =>
  findCatalog(requested) === undefined && findBase(requested.toLowerCase()) !== "en" ? "en" : requested

/** Tells of changes of `<html lang>`. One observer is enough for all. */
const listeners = new Set<() => void>()
let observer: MutationObserver | undefined
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  observer ??= new MutationObserver(() => listeners.forEach((listener) => listener()))
  observer.observe(document.documentElement, { attributeFilter: ["lang"] })
  return () => listeners.delete(listener)
}
const readPageLanguage = () => document.documentElement.lang || "en"
const onServer = () => "en"

/** The language that the page says it has. */
export const usePageLanguage = (): string => useSyncExternalStore(subscribe, readPageLanguage, onServer)

/** The language of the screens, for `Intl` and `lang`, and the direction that it is written in. */
export const useLanguage = (): { readonly language: string; readonly dir: "ltr" | "rtl" } => {
  const page = usePageLanguage()
  const language = use(Given)?.language ?? chooseLanguage(page)
  return { language, dir: rightToLeft.includes(findBase(language)) ? "rtl" : "ltr" }
}
