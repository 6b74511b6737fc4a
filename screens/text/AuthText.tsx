"use client"
/** The language of the screens: which one a page has, and its texts. */
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from "react"
import type { Text } from "./en.ts"
import { type AuthText, enAuth } from "./enAuth.ts"
import { languages } from "./languages.ts"

export type { AuthText } from "./enAuth.ts"

/** Some texts of a catalogue, such as `{ signIn: { title: "Welcome back" } }`. */
export type Overrides = DeepPartial<Text>

type DeepPartial<A> = A extends string | ((...values: never) => string)
  ? A
  : { readonly [Name in keyof A]?: DeepPartial<A[Name]> | undefined }

interface Texts {
  /** The language of the texts, as `lang` has it: "de-AT" has the texts of "de". */
  readonly language: string
  /** A promise until the texts have been loaded. Those of other languages than English are whole. */
  readonly text: AuthText | Promise<AuthText>
  /** Overrides of the providers above, from the outside in. */
  readonly overrides: ReadonlyArray<Overrides>
}

const english: Texts = { language: "en", text: enAuth, overrides: [] }

const rightToLeft: ReadonlyArray<string> = ["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"]

const baseOf = (language: string): string => language.split("-")[0] ?? ""

/** Texts that are a promise until they are there. */
const coming = (language: string, text: Promise<AuthText>, overrides: ReadonlyArray<Overrides>): Texts => {
  const texts: { -readonly [Name in keyof Texts]: Texts[Name] } = { language, text, overrides }
  texts.text = text.then((text) => (texts.text = text))
  return texts
}

/** Each language is loaded once. One that cannot be loaded is English until the page loads again. */
const load = (name: string, language: string): Texts =>
  coming(language, languages[name]?.().catch(() => enAuth) ?? Promise.resolve(enAuth), [])

const known = new Map<string, Texts>()

/** The texts for a language, such as "pt-BR": its own, else those of "pt", else English. */
const textsFor = (wanted: string): Texts => {
  const name = [wanted, wanted.toLowerCase(), baseOf(wanted.toLowerCase())].find((name) =>
    Object.hasOwn(languages, name)
  )
  if (name === undefined && baseOf(wanted.toLowerCase()) !== "en") return english
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

const overridden = ({ language, overrides: former, text }: Texts, given: Overrides): Texts => {
  const overrides = [...former, given]
  const of = (text: AuthText) => merge(text, given) as AuthText
  return text instanceof Promise ? coming(language, text.then(of), overrides) : { language, overrides, text: of(text) }
}

/** Tells of changes of `<html lang>`. One observer is enough for all. */
const listeners = new Set<() => void>()
let observer: MutationObserver | undefined
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  observer ??= new MutationObserver(() => listeners.forEach((listener) => listener()))
  observer.observe(document.documentElement, { attributeFilter: ["lang"] })
  return () => listeners.delete(listener)
}
const pageLanguage = () => document.documentElement.lang || "en"
const onServer = () => "en"

const Given = createContext<Texts | undefined>(undefined)

/** The texts of the screens here, and how they came about. */
export const useTexts = (): Texts => {
  const given = use(Given)
  const page = useSyncExternalStore(subscribe, pageLanguage, onServer)
  return given ?? textsFor(page)
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

/** The language of the screens, for `Intl` and `lang`, and the direction that it is written in. */
export const useLanguage = (): { readonly language: string; readonly dir: "ltr" | "rtl" } => {
  const { language } = useTexts()
  return { language, dir: rightToLeft.includes(baseOf(language)) ? "rtl" : "ltr" }
}

export interface TextsProps {
  /** Such as "de" or "pt-BR". The default is that of the page, `<html lang>`. */
  readonly language?: string | undefined
  /** Your own texts, which override the catalogue. Define them outside of components. */
  readonly overrides?: Overrides | undefined
  readonly children: ReactNode
}

/** Sets the language of the screens below, or some of their texts. Without it they have the language of the page. */
export const Texts = ({ children, language, overrides }: TextsProps) => {
  const above = useTexts()
  const base = language === undefined ? above : textsFor(language)
  const texts = useMemo(() => (overrides === undefined ? base : overridden(base, overrides)), [base, overrides])
  return <Given value={texts}>{children}</Given>
}
