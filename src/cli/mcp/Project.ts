/** The project of the tools, by the flags of `gatefold mcp`. Every call looks for it again. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { AdminApp } from "../../admin/AdminApp.ts"
import type { ClientApp } from "../../http/ClientApp.ts"
import type { ServerApp } from "../../server/ServerApp.ts"
import type { ToolFailure } from "./Tools.ts"

interface Problem {
  readonly _tag: string
  readonly message: string
}

export class Project extends Context.Service<
  Project,
  {
    readonly withServerApp: <A>(
      operation: Effect.Effect<A, Problem, ServerApp | ClientApp>
    ) => Effect.Effect<A, ToolFailure>
    readonly withAdminApp: <A>(
      operation: Effect.Effect<A, Problem, AdminApp | ServerApp | ClientApp>
    ) => Effect.Effect<A, ToolFailure>
    /** The JSON of a control path of the emulator, if the project is one of an emulator. */
    readonly emulator: <S extends Schema.Constraint>(path: string, answer: S) => Effect.Effect<S["Type"], ToolFailure>
    /** Whether destructive tools act without asking. */
    readonly yes: boolean
  }
>()("gatefold/cli/mcp/Project") {}
