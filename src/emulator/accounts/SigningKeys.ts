/**
 * The ES256 key pairs of the projects (docs/protocol/tokens.md#public-keys), two for each kind of token. The first one
 * signs, the second one is published in advance. The service of 2025-06 has only the first one of the normal kind.
 *
 * As in the service, the pairs are derived from a server secret and the project id. A new project therefore needs no
 * keys, and tokens stay valid after a restart on the same data. The public keys reveal nothing about the secret.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import * as LruMap from "../../cache/LruMap.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { type TokenKind, tokenKinds } from "../../domain/TokenKind.ts"
import * as KeyPair from "../crypto/KeyPair.ts"
import { Generation } from "../settings/Generation.ts"
import * as StateParts from "../storage/StateParts.ts"

export class SigningKeys extends Context.Service<
  SigningKeys,
  {
    /** The pair that signs tokens of a kind. */
    readonly of: (projectId: ProjectId, kind: TokenKind) => Effect.Effect<KeyPair.KeyPair>
    /** The keys to verify tokens of a kind with. */
    readonly publicKeys: (projectId: ProjectId, kind: TokenKind) => Effect.Effect<ReadonlyArray<KeyPair.PublicJwk>>
    readonly kinds: ReadonlyArray<TokenKind>
  }
>()("gatefold/emulator/accounts/SigningKeys") {}

const maxRemembered = 1_000

type Slot = "first" | "second"

/** The first pair of the normal kind is the same in both generations, so that data can be used with either. */
const formatName = (projectId: ProjectId, kind: TokenKind, slot: Slot): string =>
  kind === "normal" && slot === "first" ? `access-token:${projectId}` : `access-token ${kind} ${slot}:${projectId}`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* KeyPair.ensureSecret("signing")
  // Bounded, because tokens may claim any project.
  let keys = LruMap.make<string, KeyPair.KeyPair>(maxRemembered)
  const parts = yield* StateParts.StateParts
  parts.add(StateParts.cache("signingKeys", () => void (keys = LruMap.make(maxRemembered))))
  const { isOnly } = yield* Generation
  const slots: ReadonlyArray<Slot> = isOnly("2025-06") ? ["first"] : ["first", "second"]

  const find = (projectId: ProjectId, kind: TokenKind, slot: Slot) =>
    Effect.suspend(() => {
      const name = formatName(projectId, kind, slot)
      const cached = keys.get(name)
      if (cached !== undefined) return Effect.succeed(cached)
      return Effect.map(KeyPair.readSecret("signing"), (secret) => {
        const key = KeyPair.derive(secret, name)
        keys.set(name, key)
        return key
      })
    }).pipe(Effect.provideService(SqlClient, sql))

  return SigningKeys.of({
    of: (projectId, kind) => find(projectId, kind, "first"),
    publicKeys: (projectId, kind) =>
      Effect.forEach(slots, (slot) => Effect.map(find(projectId, kind, slot), ({ publicJwk }) => publicJwk)),
    kinds: isOnly("2025-06") ? ["normal"] : tokenKinds
  })
})

/** Derives the keys from the server's secret, which the first start creates. */
export const layer = Layer.effect(SigningKeys, make)
