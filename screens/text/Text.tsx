"use client"
/** The language of the screens: which one a page has, and its texts. */
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from "react"
import { en, type Text } from "./en.ts"
import { languages } from "./languages.ts"

export type { Text } from "./en.ts"

/** Some texts of a catalogue, such as `{ signIn: { title: "Welcome back" } }`. */
export type Overrides = DeepPartial<Text>

type DeepPartial<A> = A extends string | ((...values: never) => string)
  ? A
  : { readonly [Name in keyof A]?: DeepPartial<A[Name]> | undefined }

interface Texts {
  /** The language of the texts, as `lang` has it: "de-AT" has the texts of "de". */
  readonly language: string
  /** A promise until the texts have been loaded. */
  readonly text: Text | Promise<Text>
}

const english: Texts = { language: "en", text: en }

const rightToLeft: ReadonlyArray<string> = ["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"]

const baseOf = (language: string): string => language.split("-")[0] ?? ""

/** Loads each language once. One that cannot be loaded is English until the page loads again. */
const load = (name: string, language: string): Texts => {
  const texts: { language: string; text: Texts["text"] } = {
    language,
    text: (languages[name] ?? (() => Promise.resolve(en)))().then(
      (text) => (texts.text = text),
      () => {
        loaded.set(language, english)
        return en
      }
    )
  }
  return texts
}

const loaded = new Map<string, Texts>()

/** The texts for a language, such as "pt-BR": its own, else those of "pt", else English. */
const textsFor = (wanted: string): Texts => {
  const name = [wanted, wanted.toLowerCase(), baseOf(wanted.toLowerCase())].find((name) =>
    Object.hasOwn(languages, name)
  )
  if (name === undefined) return baseOf(wanted.toLowerCase()) === "en" ? { ...english, language: wanted } : english
  const known = loaded.get(wanted) ?? load(name, wanted)
  loaded.set(wanted, known)
  return known
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const merge = (text: unknown, overrides: unknown): unknown =>
  isObject(text) && isObject(overrides)
    ? Object.fromEntries(
        Object.entries(text).map(([name, value]) => [name, merge(value, Reflect.get(overrides, name))])
      )
    : (overrides ?? text)

const overridden = ({ language, text }: Texts, overrides: Overrides): Texts => {
  const of = (text: Text) => merge(text, overrides) as Text
  return { language, text: text instanceof Promise ? text.then(of) : of(text) }
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

const useTexts = (): Texts => {
  const given = use(Given)
  const page = useSyncExternalStore(subscribe, pageLanguage, onServer)
  return given ?? textsFor(page)
}

/** The texts of the screens in the language of the page. Suspends while they are being loaded; English is always there. */
export const useText = (): Text => {
  const { text } = useTexts()
  return text instanceof Promise ? use(text) : text
}

/** The same, but undefined while the texts are being loaded: for what is shown meanwhile. */
export const useLoadedText = (): Text | undefined => {
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
  /** Texts of your own instead of those of the catalogue. Keep them outside of components. */
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
