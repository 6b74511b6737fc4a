/** All texts of the screens in German. */
import { en, type Text } from "./en.ts"

export const de: Text = en
