/** Connects a request with what it causes: its mails, webhooks and session name its ID. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ProjectId } from "../../domain/Ids.ts"

/** The request that is being answered, and the session that it starts. */
export interface Trace {
  /** Set once the journal is certain to list the request. */
  requestId?: string
  /** The project, where only the endpoint finds out, such as that of a sign-in with a provider. */
  projectId?: string
  session?: { readonly id: string; readonly userId: string }
}

/** The trace of the current fiber. Background work inherits it; `undefined` outside of a request. */
export const Trace: Context.Reference<Trace | undefined> = Context.Reference<Trace | undefined>(
  "gatefold/emulator/background/Trace",
  { defaultValue: () => undefined }
)

/** Notes the project of the current request, where only the endpoint finds out. */
export const traceProject = (projectId: ProjectId): Effect.Effect<void> =>
  Effect.map(Trace, (trace) => {
    if (trace !== undefined) trace.projectId = projectId
  })
