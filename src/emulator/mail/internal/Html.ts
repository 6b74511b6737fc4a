/** Escapes text and attributes of HTML mails. */

import { escapeHtml } from "../../../domain/text/HtmlEscape.ts"

/** A safe link: only http(s) and mailto URLs. */
export const toSafeUrl = (url: string): string => (/^(?:https?:\/\/|mailto:)/i.test(url) ? url : "#")

const color = /^#[0-9a-f]{3,8}$/i
const word = /^[a-z-]{1,20}$/

/** The fonts that the template editor names. */
const fonts: Readonly<Record<string, string>> = {
  MODERN_SANS: '"Helvetica Neue", "Arial Nova", "Nimbus Sans", Arial, sans-serif',
  BOOK_SANS: 'Optima, Candara, "Noto Sans", source-sans-pro, sans-serif',
  ORGANIC_SANS: "Seravek, Ubuntu, Calibri, source-sans-pro, sans-serif",
  GEOMETRIC_SANS: 'Avenir, "Avenir Next LT Pro", Montserrat, sans-serif',
  HEAVY_SANS: 'Bahnschrift, "DIN Alternate", "Franklin Gothic Medium", sans-serif',
  ROUNDED_SANS: 'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, sans-serif',
  MODERN_SERIF: "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, serif",
  BOOK_SERIF: "'Iowan Old Style', 'Palatino Linotype', 'URW Palladio L', P052, serif",
  MONOSPACE: "'Nimbus Mono PS', 'Courier New', 'Cutive Mono', monospace"
}

/** A CSS declaration, or nothing if the value is not one that mails use. */
const formatDeclaration = (name: string, value: string | number | null | undefined): string => {
  if (value === undefined || value === null || value === "") return ""
  if (typeof value === "number") return `${name}:${value}px;`
  if (name === "font-family") return fonts[value] === undefined ? "" : `${name}:${fonts[value]};`
  return color.test(value) || word.test(value) ? `${name}:${value};` : ""
}

export const style = (declarations: Readonly<Record<string, string | number | null | undefined>>): string => {
  const css = Object.entries(declarations)
    .map(([name, value]) => formatDeclaration(name, value))
    .join("")
  return css === "" ? "" : ` style="${escapeHtml(css)}"`
}
