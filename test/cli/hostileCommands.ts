/** Every command with texts of strangers in its arguments, its files and the project that it works on. */
import * as fs from "node:fs"
import * as path from "node:path"
import { base64url } from "../support/tokens.ts"

/** Colors, a title, a cleared screen, another order, a line that is written over, and the same in one byte. */
export const hostile =
  "Ann\u001b[31m\u001b[8m\u001b]0;x\u0007\u001b[2J\u009b2J\u009d0;x\u009c\u202eevil\u202c\u2066\u2069\u200f\u061c\u007f\b\r$ rm"

const email = "ann@example.org"
const userId = "11111111-1111-4111-8111-111111111111"
const teamId = "22222222-2222-4222-8222-222222222222"

const metadata = { [hostile]: hostile }
const users = [
  {
    id: userId,
    email,
    displayName: hostile,
    clientMetadata: metadata,
    clientReadOnlyMetadata: metadata,
    serverMetadata: metadata
  }
]
const teams = [
  {
    id: teamId,
    displayName: hostile,
    serverMetadata: metadata,
    members: [{ user: email, displayName: hostile }]
  }
]

/** A mail of a stranger. */
export const mail = {
  projectId: undefined,
  from: hostile,
  to: email,
  subject: hostile,
  text: hostile,
  html: hostile,
  link: `https://x.example/${hostile}`,
  code: hostile
}

const jwt = [
  { alg: "ES256", kid: hostile },
  { sub: hostile, exp: 1, iss: hostile, [hostile]: hostile }
]
  .map(base64url)
  .join(".")

/** Writes a file of the folder, and returns its path. */
export const write = (folder: string, name: string, text: string) => {
  fs.writeFileSync(path.join(folder, name), text)
  return path.join(folder, name)
}

/** A command as it is listed, and what is typed after it. */
export type Line = readonly [name: string, ...args: ReadonlyArray<string>]

/** The commands, in an order in which most of them have something to show, over files that this writes. */
export const linesIn = (folder: string): ReadonlyArray<Line> => {
  const seed = write(folder, "seed.json", JSON.stringify({ users, teams }))
  const csv = write(folder, "users.csv", `email,display_name,${hostile.replaceAll("\r", "")}\n${hostile},x,y\n`)
  write(folder, "package.json", JSON.stringify({ name: hostile, dependencies: { react: hostile, vite: "*" } }))
  return [
    ["emulator seed", seed],
    ["project set", "displayName", hostile, "--yes"],
    ["project set", "config.domains", JSON.stringify([{ domain: `https://${hostile}`, handlerPath: "/" }]), "--yes"],
    ["project get"],
    ["project get", "displayName"],
    ["project get", hostile],
    ["project check"],
    [
      "users create",
      "--email",
      "bob@example.org",
      "--display-name",
      hostile,
      "--server-metadata",
      `{"a":${JSON.stringify(hostile)}}`
    ],
    ["users create", "--email", hostile],
    ["users list"],
    ["users list", "--query", hostile],
    ["users get", email],
    ["users get", hostile],
    ["users update", email, "--client-metadata", JSON.stringify(metadata)],
    ["users update", email, "--restrict", hostile],
    ["users export", "-"],
    ["users export", "-", "--format", "csv"],
    ["users export", "-", "--format", "csv", "--raw"],
    ["users export", "-", "--format", "json"],
    ["users import", csv],
    ["users import", path.join(folder, hostile.replaceAll("/", ""))],
    ["users delete", email],
    ["users delete", hostile, "--yes"],
    ["teams create", hostile],
    ["teams list"],
    ["teams get", teamId],
    ["teams get", hostile],
    ["teams update", teamId, "--display-name", hostile],
    ["teams members list", teamId],
    ["teams members add", teamId, "bob@example.org"],
    ["teams members remove", teamId, "bob@example.org", "--yes"],
    ["teams members remove", teamId, email],
    ["teams invite", teamId, "cleo@example.org", "--callback-url", "http://localhost:3000/join"],
    ["teams invite", teamId, "cleo@example.org", "--callback-url", `https://${hostile}`],
    ["teams delete", teamId],
    ["teams delete", hostile, "--yes"],
    ["permissions definitions create", "read", "--scope", "team", "--description", hostile],
    ["permissions definitions list", "--scope", "team"],
    ["permissions definitions update", "read", "--scope", "team", "--description", hostile],
    ["permissions definitions delete", "read", "--scope", "team"],
    ["permissions grant", email, hostile],
    ["permissions grant", email, "read", "--team", teamId],
    ["permissions list", email, "--team", teamId],
    ["permissions revoke", email, "read", "--team", teamId],
    ["keys create", hostile, "--user", email],
    ["keys list", "--user", email],
    ["keys revoke", hostile],
    ["keys check", "--key-stdin"],
    ["keys project create", hostile, "--server", "--expires-at", "2030-01-01"],
    ["keys project list"],
    ["keys project revoke", hostile],
    ["config pull", "--yes"],
    ["config push", "--yes"],
    ["config diff"],
    ["export", "-"],
    ["import", seed, "--existing", "skip"],
    ["import", csv],
    ["mail list"],
    ["mail show"],
    ["mail show", hostile],
    ["mail wait", "--to", email, "--within", "0"],
    ["mail wait", "--to", hostile, "--within", "0"],
    ["emulator faults add", "--path", `/${hostile}`, "--fault", "offline"],
    ["emulator faults add", "--path", "/nowhere", "--status", "503"],
    ["emulator faults list"],
    ["emulator faults remove", hostile],
    ["emulator faults clear"],
    ["emulator clock show"],
    ["emulator clock advance", hostile],
    ["emulator clock advance", "1 minute"],
    ["emulator clock reset"],
    ["emulator export"],
    ["emulator snapshot"],
    ["emulator requests", "--curl"],
    ["emulator restore", csv],
    ["emulator import", seed],
    ["emulator reset"],
    ["redirect explain", `https://${hostile}/`],
    ["redirect explain", `/${hostile}`, "--page", "https://app.example.com"],
    ["redirect explain", "/x", "--page", `https://${hostile}/`],
    ["token", `${jwt}.AAAA`],
    ["token explain", `${jwt}.AAAA`],
    ["token explain", hostile],
    ["whoami"],
    ["login", "--app-url", `https://${hostile}`],
    ["logout"],
    ["doctor"],
    ["docs", hostile],
    ["docs", "teams"],
    ["docs", "mail"],
    ["init"],
    ["add"],
    ["add", hostile],
    ["add", "sign-in", "--dir", hostile],
    [hostile],
    ["users", hostile],
    ["users list", `--${hostile}`]
  ]
}

/** Commands with nothing of others in their output, and why they are not here. */
export const elsewhere: ReadonlyMap<string, string> = new Map([
  ["mcp", "prints the protocol, to a program"],
  ["tour", "has an emulator and users of its own"],
  ["start", "is below, because it does not end"]
])

/** Commands that show what users wrote. */
export const shows = [
  "users list",
  "users get",
  "users export",
  "teams list",
  "teams get",
  "teams members list",
  "keys list",
  "keys project list",
  "project get",
  "permissions definitions list",
  "export",
  "mail list",
  "mail show",
  "emulator export",
  "emulator snapshot"
]

/** Commands that can only fail here. */
export const unsuccessful = [
  "doctor",
  "emulator faults remove",
  "emulator restore",
  "keys check",
  "keys project revoke",
  "keys revoke",
  "login",
  "permissions definitions delete",
  "project check",
  "redirect explain",
  "teams delete",
  "token explain",
  "users delete",
  "users import",
  "whoami"
]
