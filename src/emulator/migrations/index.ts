/** Every migration in order, keyed `<id>_<name>`; a released one never changes. */
import initial from "./0001_initial.ts"
import signIn from "./0002_sign_in.ts"

export const migrations = {
  "0001_initial": initial,
  "0002_sign_in": signIn
}
