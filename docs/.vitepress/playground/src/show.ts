/** Values, errors, emails and requests as elements. */

/** An element with a class and content. */
export const element = (name: string, className: string, ...content: ReadonlyArray<string | Node>): HTMLElement => {
  const made = document.createElement(name)
  if (className !== "") made.className = className
  made.append(...content)
  return made
}

const formatValue = (value: unknown): string => {
  if (typeof value === "string") return value
  try {
    return JSON.stringify(value, null, 1)?.replaceAll(/\n\s*/g, " ") ?? String(value)
  } catch {
    return String(value)
  }
}

/** A line that a program printed. */
export const line = (values: ReadonlyArray<unknown>): HTMLElement =>
  element("pre", "line", values.map(formatValue).join(" "))

/** What a program failed with: tag and message of a typed error, the text of any other. */
export const failure = (error: unknown): HTMLElement => {
  const { _tag, details, message } = error as {
    readonly _tag?: string
    readonly details?: unknown
    readonly message?: string
  }
  if (_tag === undefined) return element("pre", "line failed", message ?? String(error))
  return element(
    "div",
    "failed typed",
    element("strong", "", _tag),
    element("p", "", message ?? ""),
    ...(details === undefined ? [] : [element("code", "", formatValue(details))])
  )
}

/** An email, closed until somebody opens it. */
export const email = (mail: {
  readonly to: string
  readonly subject: string
  readonly code?: string | undefined
  readonly text: string
}): HTMLElement =>
  element(
    "details",
    "row",
    element("summary", "", element("span", "who", mail.to), " ", mail.subject),
    element("pre", "", mail.text)
  )

/** A request of the journal. */
export const request = (entry: {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly knownError?: string | null | undefined
}): HTMLElement =>
  element(
    "div",
    "row request",
    element("span", `status s${String(entry.status)[0]}`, String(entry.status)),
    element("code", "", `${entry.method} ${entry.path}`),
    ...(entry.knownError ? [element("span", "known", entry.knownError)] : [])
  )
