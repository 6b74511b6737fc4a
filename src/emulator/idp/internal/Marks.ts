/** The marks of the providers, drawn on the page of the built-in identity provider. */
import type { ProviderId } from "../../../domain/Ids.ts"
import { marks } from "./generated/providerMarks.ts"

/** The mark of a provider as SVG; empty for one without. */
export const renderMark = (providerId: ProviderId): string => {
  const mark = Object.hasOwn(marks, providerId) ? marks[providerId] : undefined
  if (mark === undefined) return ""
  const shapes = mark.shapes.map(({ d, fill }) => `<path d="${d}"${fill === undefined ? "" : ` fill="${fill}"`}/>`)
  return `<svg aria-hidden="true" viewBox="0 0 ${mark.size} ${mark.size}" fill="currentColor">${shapes.join("")}</svg>`
}
