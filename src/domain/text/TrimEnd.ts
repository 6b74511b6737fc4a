/**
 * The text without these characters at its end, in one pass. A pattern such as `/x+$/` looks at each run again and
 * again.
 */
export const trimEnd = (text: string, characters: string): string => {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}
