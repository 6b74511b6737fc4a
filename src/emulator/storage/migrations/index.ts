/** Every migration in order, keyed `<id>_<name>`; a released one never changes. */
import initial from "./0001_initial.ts"
import signIn from "./0002_sign_in.ts"
import permissions from "./0003_permissions.ts"
import oauth from "./0004_oauth.ts"
import mail from "./0005_mail.ts"
import current from "./0006_current.ts"
import templates from "./0007_templates.ts"

export const migrations = {
  "0001_initial": initial,
  "0002_sign_in": signIn,
  "0003_permissions": permissions,
  "0004_oauth": oauth,
  "0005_mail": mail,
  "0006_current": current,
  "0007_templates": templates
}
