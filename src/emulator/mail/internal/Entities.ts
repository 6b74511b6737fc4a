/**
 * Character references in the HTML of mails: the common ones by name, all by number. Mails in tests do not justify a
 * dependency on `entities`, which has all 2,231 names. An unknown name stays as it is written.
 */

const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["apos", "'"],
  ["bull", "•"],
  ["cent", "¢"],
  ["check", "✓"],
  ["copy", "©"],
  ["deg", "°"],
  ["euro", "€"],
  ["gt", ">"],
  ["hearts", "♥"],
  ["hellip", "…"],
  ["laquo", "«"],
  ["larr", "←"],
  ["ldquo", "“"],
  ["lsquo", "‘"],
  ["lt", "<"],
  ["mdash", "—"],
  ["middot", "·"],
  ["nbsp", "\u00a0"],
  ["ndash", "–"],
  ["pound", "£"],
  ["quot", '"'],
  ["raquo", "»"],
  ["rarr", "→"],
  ["rdquo", "”"],
  ["reg", "®"],
  ["rsquo", "’"],
  ["sect", "\u00a7"],
  ["shy", "\u00ad"],
  ["times", "×"],
  ["trade", "™"],
  ["yen", "¥"],
  ["zwj", "\u200d"],
  ["zwnj", "\u200c"]
])

const reference = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]\w{1,10}));/g

const toCharacter = (point: number): string | undefined =>
  point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : undefined

/** Replaces references with their characters; unknown ones stay. */
export const decode = (text: string): string =>
  text.replace(
    reference,
    (whole, decimal: string | undefined, hexadecimal: string | undefined, name: string | undefined) =>
      (name === undefined
        ? toCharacter(decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal))
        : named.get(name)) ?? whole
  )
