/** The errors of the backend's operations, for the screens' messages. */
import type { FailuresOf } from "#screens/lib/AppFailure"
import type * as Notes from "../notes/Notes.ts"
import type * as Admin from "../pages/admin/Admin.ts"
import type * as Developer from "../panel/Developer.ts"

declare module "#screens/lib/AppFailure" {
  interface OwnFailures {
    readonly backend: FailuresOf<typeof Admin> | FailuresOf<typeof Notes> | FailuresOf<typeof Developer>
  }
}
