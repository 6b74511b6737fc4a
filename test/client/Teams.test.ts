/** The teams of the current user are asked for by `me`, whatever an untyped caller passes. */
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Teams from "../../src/client/Teams.ts"
import { app, page, signedIn } from "../support/appPage.ts"
import { json, network } from "../support/scriptedNetwork.ts"

it.effect("a page of teams is of the current user, also if an untyped caller names another one", () =>
  Effect.gen(function* () {
    const net = network(() => json({ items: [], is_paginated: false }))
    const options = { limit: 1, userId: "9b2f1c0e-6a0b-4a57-9a3c-0d7a9a1f2b3c" }
    yield* Effect.andThen(signedIn("ann"), Teams.page(options)).pipe(
      Effect.provide(app(net, page("https://app.example.com/")))
    )
    expect(net.sent.map(({ url }) => new URL(url).searchParams.get("user_id"))).toStrictEqual(["me"])
  })
)
