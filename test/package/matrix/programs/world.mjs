/** A service with one person, and an app's options for it. */
import { Effect, Exit, Scope } from "effect"
import { serve } from "gatefold/emulator"
import { createClientApp } from "gatefold/promise"

const scope = Scope.makeUnsafe()
const { baseUrl, project } = await Effect.runPromise(Scope.provide(serve({ port: 0, project: {} }), scope))

/** Options of an app, whose pages are at `appUrl`. */
export const options = { ...project, apiUrl: baseUrl, appUrl: "http://localhost:3000" }

/** The person, signed in: headers of a program, and the email address. */
export const person = { email: "ann@example.org", password: "correct horse battery" }
await using app = createClientApp(options)
await app.password.signUp(person)
export const headers = await app.sessions.authHeaders()

/** Ends the service. */
export const end = () => Effect.runPromise(Scope.close(scope, Exit.void))
