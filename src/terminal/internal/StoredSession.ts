/** The content of a session file. */
import { hostname } from "node:os"
import * as Redacted from "effect/Redacted"
import * as Json from "../../domain/text/Json.ts"
import { isTokenText } from "../../platform/request/TokenText.ts"
import * as TokensJson from "../../token/TokensJson.ts"
import { pickProvenance, type Tokens } from "../../token/TokenStore.ts"
import { isAlive } from "./Processes.ts"

/** The session, and the sign-ins under way in the order in which they have begun. */
export interface Stored {
  readonly tokens: Tokens | undefined
  readonly intents: ReadonlyArray<string>
}

/** Whose session it is: a file that was renamed or copied is not another project's. */
export interface Owner {
  readonly apiUrl: string
  readonly projectId: string
}

/** The state without a session: no user is signed in. */
export const empty: Stored = { tokens: undefined, intents: [] }

/** Whether there is nothing to keep. */
export const isEmpty = ({ intents, tokens }: Stored): boolean => tokens === undefined && intents.length === 0

/** The name of a sign-in of this process. */
export const formatIntent = (id: string): string => `${hostname()} ${process.pid} ${id}`

/** Whether the process of a sign-in may be under way still; that of another host may. */
const isUnderWay = (name: string): boolean => {
  const [host, pid] = name.split(" ")
  return host !== hostname() || isAlive(Number(pid))
}

const maxIntents = 32

/** Reads a file; what cannot be read, or belongs to another project, counts as absent. */
export const parse = (text: string | undefined, owner: Owner): Stored => {
  const json = Json.parseObject(text ?? "") ?? {}
  if (json["version"] !== 1 || json["apiUrl"] !== owner.apiUrl || json["projectId"] !== owner.projectId) return empty
  const intents = Array.isArray(json["intents"]) ? json["intents"] : []
  return {
    tokens: TokensJson.decode(json),
    intents: intents
      .filter((entry): entry is string => typeof entry === "string" && isUnderWay(entry))
      .slice(-maxIntents)
  }
}

const revealToken = (token: Redacted.Redacted | undefined): string | undefined => {
  if (token === undefined) return undefined
  const text: unknown = Redacted.value(token)
  if (!isTokenText(text)) throw new Error("they are not valid tokens")
  return text
}

/** The text of a file. Throws for texts that cannot be tokens. */
export const print = ({ intents, tokens }: Stored, owner: Owner): string =>
  `${JSON.stringify(
    {
      version: 1,
      ...owner,
      refreshToken: revealToken(tokens?.refreshToken),
      accessToken: revealToken(tokens?.accessToken),
      ...pickProvenance(tokens ?? {}),
      intents
    },
    undefined,
    2
  )}\n`
