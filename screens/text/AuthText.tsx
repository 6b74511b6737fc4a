"use client"
/** The texts of the sign-in pages, and those that all screens share, in the language of the page. */
import { type ReactNode, use, useMemo } from "react"
import type { Text } from "./en.ts"
import { type AuthText, enAuth } from "./enAuth.ts"
import { findCatalog, Given, type GivenTexts, chooseLanguage, usePageLanguage } from "./Language.ts"
import { languages } from "./languages.ts"

export type { AuthText } from "./enAuth.ts"
export { useLanguage } from "./Language.ts"

/** Some texts of a catalog, such as `{ signIn: { title: "Welcome back" } }`. */
export type Overrides = DeepPartial<Text>

type DeepPartial<A> = A extends string | ((...values: never) => string)
  ? A
  : { readonly [Name in keyof A]?: DeepPartial<A[Name]> | undefined }

const english: GivenTexts = { language: "en", text: enAuth, overrides: [] }

/** Texts that are a promise until they are there. */
const awaitTexts = (language: string, text: Promise<AuthText>, overrides: ReadonlyArray<Overrides>): GivenTexts => {
  const texts: { -readonly [Name in keyof GivenTexts]: GivenTexts[Name] } = { language, text, overrides }
  texts.text = text.then((text) => (texts.text = text))
  return texts
}

/** Each language is loaded once. One that cannot be loaded is English until the page loads again. */
const load = (name: string, language: string): GivenTexts =>
  awaitTexts(language, languages[name]?.().catch(() => enAuth) ?? Promise.resolve(enAuth), [])

const known = new Map<string, GivenTexts>()

/** The texts for a language, such as "pt-BR": its own, else those of "pt", else English. */
const findTexts = (wanted: string): GivenTexts => {
  if (chooseLanguage(wanted) !== wanted) return english
  const name = findCatalog(wanted)
  const texts = known.get(wanted) ?? (name === undefined ? { ...english, language: wanted } : load(name, wanted))
  known.set(wanted, texts)
  return texts
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** Texts with others instead of some of them. */
export const merge = (text: unknown, overrides: unknown): unknown =>
  isObject(text) && isObject(overrides)
    ? Object.fromEntries(
        Object.entries(text).map(([name, value]) => [name, merge(value, Reflect.get(overrides, name))])
      )
    : (overrides ?? text)

const override = ({ language, overrides: former, text }: GivenTexts, given: Overrides): GivenTexts => {
  const overrides = [...former, given]
  const mergeGiven = (text: AuthText) => merge(text, given) as AuthText
  return text instanceof Promise
    ? awaitTexts(language, text.then(mergeGiven), overrides)
    : { language, overrides, text: mergeGiven(text) }
}

/** The texts of the screens here, and how they came about. */
export const useTexts = (): GivenTexts => {
  const given = use(Given)
  const page = usePageLanguage()
  return given ?? findTexts(page)
}

/**
 * The texts of the sign-in pages, and those that all screens share, in the language of the page. Suspends while they
 * are being loaded; English is always there.
 */
export const useAuthText = (): AuthText => {
  const { text } = useTexts()
  return text instanceof Promise ? use(text) : text
}

/** The same, but undefined while the texts are being loaded: for what is shown meanwhile. */
export const useLoadedText = (): AuthText | undefined => {
  const { text } = useTexts()
  return text instanceof Promise ? undefined : text
}

export interface TextsProps {
  /** Such as "de" or "pt-BR". The default is that of the page, `<html lang>`. */
  readonly language?: string | undefined
  /** Your own texts, which override the catalog. Define them outside of components. */
  readonly overrides?: Overrides | undefined
  readonly children: ReactNode
}

/** Sets the language of the screens below, or some of their texts. Without it they have the language of the page. */
export const Texts = ({ children, language, overrides }: TextsProps) => {
  const above = useTexts()
  const base = language === undefined ? above : findTexts(language)
  const texts = useMemo(() => (overrides === undefined ? base : override(base, overrides)), [base, overrides])
  return <Given value={texts}>{children}</Given>
}
