/** Connects a request with what it causes: its mails, webhooks and session name its ID. */
import * as Context from "effect/Context"

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
