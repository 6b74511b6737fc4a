/** Incidents of tokens: keys that change, clocks that are wrong, and tokens that are forged. */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { postgres } from "../../support/storeServers.ts"
import { base64url } from "../../support/tokens.ts"
import { holdsIf } from "../../support/verdicts.ts"
import { allAnswered, type Incident, longestRecoverySeconds, mostAnswered } from "./Incident.ts"
import { millisAt, type Sample } from "./seen.ts"
import { processes, type World } from "./World.ts"

/** Tokens that were issued just before a rotation are on their way, and so are requests when the next one comes. */
const noticedMillis = 5000

export const keysRotated: Incident = {
  name: "keys-rotated",
  title: "The service replaces its signing keys twice within a minute, and refuses the tokens of before",
  runbook: "Keys rotated",
  store: postgres,
  play: async ({ crowd, rotateKeys }): Promise<ReadonlyArray<number>> => {
    const times: Array<number> = []
    for (const stage of ["first rotation", "second rotation"]) {
      crowd.stage(stage)
      await rotateKeys()
      times.push(performance.now())
      await setTimeout(25_000)
    }
    return times
  },
  promises: ({ keyFetches, played, recoverySeconds, samples, seconds }) => [
    mostAnswered(samples.during),
    allAnswered(
      `everything is answered from ${noticedMillis / 1000} s after a rotation on`,
      samples.during.filter(({ begun }) =>
        (played as ReadonlyArray<number>).some((time, i, times) => {
          const next = times[i + 1] ?? Infinity
          return begun > time + noticedMillis && begun < next - noticedMillis
        })
      )
    ),
    holdsIf(
      "public keys are fetched at most twice by each process for each rotation",
      keyFetches <= 4 * processes,
      `${keyFetches} fetches in ${Math.round(seconds)} s`
    ),
    holdsIf("everything works at once afterwards", recoverySeconds < 1, `after ${recoverySeconds.toFixed(1)} s`)
  ]
}

const fiveMinutes = 300_000
/** The process whose clock is off. */
const wrong = 0

/** How many pages came with a new token. */
const renewedPages = (samples: ReadonlyArray<Sample>): number =>
  samples.filter(({ action, isRenewed }) => action === "page" && isRenewed).length

export const clockOff: Incident = {
  name: "clock-off",
  title:
    "The clock of one of three servers is five minutes ahead, then five minutes behind; tokens live 15 seconds longer",
  runbook: "Clock off",
  clockSteps: [fiveMinutes, -2 * fiveMinutes, fiveMinutes],
  // To the server that is ahead, each token is so close to its end that the session is refreshed.
  tokenMillis: fiveMinutes + 15_000,
  play: async ({ backends, crowd }) => {
    for (const stage of ["ahead", "behind"]) {
      crowd.stage(stage)
      backends.signal(wrong, "SIGUSR2")
      await setTimeout(20_000)
    }
    backends.signal(wrong, "SIGUSR2")
  },
  promises: ({ perSecond, recoverySeconds, samples }) => {
    const there = samples.during.filter(({ place }) => place === wrong)
    const elsewhere = samples.during.filter(({ place }) => place !== wrong)
    return [
      allAnswered("servers with the right time answer everything", elsewhere),
      allAnswered("so does the server with the wrong time", there),
      holdsIf(
        "the server that is ahead takes tokens for old, and the others don't",
        renewedPages(there) > 0 && renewedPages(elsewhere) === 0,
        `${renewedPages(there)} and ${renewedPages(elsewhere)} new tokens with pages`
      ),
      holdsIf(
        "the service gets at most three times as many requests",
        perSecond.during < perSecond.before * 3,
        `${perSecond.during.toFixed(1)} and ${perSecond.before.toFixed(1)} in a second`
      ),
      holdsIf("everything works at once afterwards", recoverySeconds < 1, `after ${recoverySeconds.toFixed(1)} s`)
    ]
  }
}

/** What became of forged tokens. */
interface Forged {
  sent: number
  refused: number
  accepted: number
  otherwise: number
}

/** Tokens like a real one, each wrong in one way. */
const forger = (token: string) => {
  const [head, payload] = token.split(".", 2).map((part) => JSON.parse(Buffer.from(part, "base64url").toString()))
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const made = (header: object, claims: object) => {
    const text = `${base64url(header)}.${base64url(claims)}`
    const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" })
    return `${text}.${signature.toString("base64url")}`
  }
  const someone = () => ({ ...payload, sub: crypto.randomUUID() })
  const other = { ...payload, aud: crypto.randomUUID(), iss: `${payload.iss}-of-another-project` }
  return {
    "wrong signature": () => made(head, someone()),
    "unknown key": () => made({ ...head, kid: randomBytes(6).toString("hex") }, someone()),
    "another project": () => made(head, other)
  }
}

/** Sends so many forged tokens in a second. */
const flood = async ({ backends, crowd }: World, perSecond: number, seconds: number): Promise<Forged> => {
  const forged: Forged = { sent: 0, refused: 0, accepted: 0, otherwise: 0 }
  const kinds = Object.values(forger(crowd.someToken()))
  const answers: Array<Promise<void>> = []
  const one = async (make: () => string) => {
    const { status } = await backends.ask({
      method: "GET",
      path: "/page",
      headers: { authorization: `Bearer ${make()}` }
    })
    if (status === 401) forged.refused++
    else if (status < 300) forged.accepted++
    else forged.otherwise++
  }
  const begun = performance.now()
  for (const until = begun + seconds * 1000; performance.now() < until; await setTimeout(10)) {
    const due = ((performance.now() - begun) * perSecond) / 1000
    for (; forged.sent < due; forged.sent++) answers.push(one(kinds[forged.sent % kinds.length]!))
  }
  await Promise.all(answers)
  return forged
}

const floodSeconds = 35
const coolDownSeconds = 30

export const forgedTokens: Incident = {
  name: "forged-tokens",
  title: "300 forged tokens in a second: wrong signatures, unknown keys, another project",
  runbook: "Forged tokens",
  play: (world) => flood(world, 300, floodSeconds),
  promises: ({ keyFetches, perSecond, played, recoverySeconds, samples }) => {
    const { accepted, otherwise, refused, sent } = played as Forged
    const mostFetches = processes * Math.ceil(floodSeconds / coolDownSeconds)
    const [usual, then] = [millisAt(samples.before, 0.99), millisAt(samples.during, 0.99)]
    return [
      holdsIf(
        "every forged token is refused with 401",
        sent > 0 && refused === sent,
        `${refused} of ${sent}; ${accepted} accepted, ${otherwise} answered otherwise`
      ),
      allAnswered("users are answered", samples.during),
      holdsIf("of 100 answers to users, 99 take less than 5 s", then < 5000, `99 % within ${then} ms, ${usual} before`),
      holdsIf(
        `public keys are fetched at most once by each process in ${coolDownSeconds} s`,
        keyFetches <= mostFetches,
        `${keyFetches} fetches`
      ),
      holdsIf(
        "the service gets no more requests than before, by half",
        perSecond.during < perSecond.before * 1.5,
        `${perSecond.during.toFixed(1)} and ${perSecond.before.toFixed(1)} in a second`
      ),
      holdsIf(
        "everything works afterwards",
        recoverySeconds <= longestRecoverySeconds,
        `after ${recoverySeconds.toFixed(1)} s`
      )
    ]
  }
}
