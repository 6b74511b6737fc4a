"use client"
/** The texts of all screens. The sign-in pages use `useAuthText`, so that they load only their own texts. */
import { use } from "react"
import { merge, type Overrides, useTexts } from "./AuthText.tsx"
import { en, type Text } from "./en.ts"
import type { AuthText } from "./enAuth.ts"

export { type Overrides, Texts, type TextsProps, useLanguage } from "./AuthText.tsx"
export type { Text } from "./en.ts"

/**
 * The texts of the screens in the language of the page. Suspends while they are being loaded; English is always there.
 */
export const useText = (): Text => {
  const { overrides, text } = useTexts()
  const texts = text instanceof Promise ? use(text) : text
  return isWhole(texts) ? texts : completeTexts(texts, overrides)
}

const isWhole = (texts: AuthText): texts is Text => "account" in texts

const english = new WeakMap<AuthText, Text>()

/** English, with the sections that the sign-in pages do without. */
const completeTexts = (texts: AuthText, overrides: ReadonlyArray<Overrides>): Text => {
  const whole = english.get(texts) ?? (overrides.reduce<unknown>(merge, en) as Text)
  english.set(texts, whole)
  return whole
}
