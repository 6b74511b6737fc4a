/** Turns a failure of a file, of a text to parse or of a field into words, without internals. */

const systemProblems: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EISDIR: "it is a folder",
  ELOOP: "it is a symbolic link",
  ENOENT: "no such file or folder",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is not a folder",
  EPERM: "permission denied",
  EROFS: "the disk is read-only"
}

/** The reason of a file operation or of `JSON.parse`, in words. */
export const describeCause = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  if (cause instanceof SyntaxError) return `invalid JSON: ${cause.message}`
  return ("code" in cause ? systemProblems[String(cause.code)] : undefined) ?? cause.message
}

export const withStop = (text: string): string => text.replace(/[^.!?…]$/, "$&.")

/** Fields of the contract whose flag has another name. */
const flags: Readonly<Record<string, string>> = {
  id: "the ID",
  email: "the email",
  containedPermissionIds: "--contains",
  newId: "--new-id",
  primaryEmail: "--email",
  primaryEmailAuthEnabled: "--email-sign-in",
  primaryEmailVerified: "--email-verified",
  totpSecretBase64: "the authenticator secret"
}

const formatFlag = (field: string): string =>
  flags[field] ?? `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** A problem that a schema found, such as `Expected an absolute URL, got a string`, as the end of a sentence. */
export const describeExpectation = (problem: string): string =>
  problem
    .replaceAll("e-mail", "email")
    .replace(/^Expected (.*), got nothing$/, "missing; expected $1")
    .replace(/^Expected (.*), got \w+ \w+$/, "expected $1")

/** A problem of a field, such as `primaryEmail: Expected …`, by the flag of the field. */
export const describeFieldProblem = (detail: string): string => {
  const [, field, problem] = /^(\w+): ([^]*)$/.exec(detail) ?? []
  return field === undefined || problem === undefined ? detail : `${formatFlag(field)}: ${describeExpectation(problem)}`
}

/** A problem in a seed, such as `users[0].email: Expected an email address`, as the end of a sentence. */
export const describeSeedProblem = (message: string): string => {
  const [, path, problem] = /^([\w.[\]]+): (.*)$/s.exec(message) ?? []
  const text = describeExpectation(problem ?? message).replace(/^Expected /, "expected ")
  return `${path === undefined ? "" : `${path}: `}${withStop(text)}`
}
