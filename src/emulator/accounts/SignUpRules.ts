/** The sign-up rules of the current service, which a project has for everyone who signs up, whatever the method. */
import * as Effect from "effect/Effect"
import { SignUpRejected } from "../../domain/errors/Users.ts"
import type { SignUpRule } from "../projects/ProjectConfig.ts"
import type { Project } from "../projects/Projects.ts"
import { Generation } from "../settings/Generation.ts"
import { Settings } from "../settings/Settings.ts"
import * as Condition from "./internal/Condition.ts"

export interface SignUp {
  readonly project: Project
  readonly email: string | null
  readonly authMethod: "password" | "otp" | "oauth"
  readonly oauthProvider?: string | undefined
}

/** The values that rules can refer to. The emulator knows neither countries nor risk scores. */
const toFacts = ({ authMethod, email, oauthProvider = "" }: SignUp): Condition.Facts => {
  const address = email?.toLowerCase() ?? ""
  return {
    email: address,
    emailDomain: address.includes("@") ? address.slice(address.lastIndexOf("@") + 1) : "",
    countryCode: "",
    authMethod,
    oauthProvider,
    riskScores: { bot: 0, freeTrialAbuse: 0 }
  }
}

/** How much work the patterns of all rules may be: about a tenth of a second. */
const maxWork = 1_000_000

const comparePriorities = (left: SignUpRule, right: SignUpRule): number =>
  left.priority - right.priority || (left.id < right.id ? -1 : 1)

/** The first rule that allows or rejects decides. A rule that restricts, or only logs, lets the next ones decide. */
const evaluateRules = (signUp: SignUp) => {
  const { signUpRules, signUpRulesDefaultAction } = signUp.project.config
  const facts = toFacts(signUp)
  const meter = { left: maxWork }
  let restrictedBy: string | undefined
  for (const { action, condition = "", enabled, id } of signUpRules.toSorted(comparePriorities)) {
    if (!enabled || !Condition.holds(condition, facts, meter)) continue
    if (action.type === "restrict") restrictedBy ??= id
    else if (action.type !== "log") return { isAdmitted: action.type === "allow", restrictedBy }
  }
  return { isAdmitted: signUpRulesDefaultAction === "allow", restrictedBy }
}

/**
 * `SIGN_UP_REJECTED` if a rule of the project or of the emulator rejects a new user; otherwise what rules decide about
 * the user.
 */
export const admit = Effect.fnUntraced(function* (signUp: SignUp) {
  if ((yield* Generation).isOnly("2025-06")) return {}
  const { rejectsSignUp } = yield* Settings
  const { isAdmitted, restrictedBy } = evaluateRules(signUp)
  if (!isAdmitted || (signUp.email !== null && rejectsSignUp(signUp.email))) {
    // The text of the rule is for admins only: it would reveal how to bypass the rule.
    return yield* new SignUpRejected({ details: { message: "A rule of the project rejects this sign-up." } })
  }
  if (restrictedBy === undefined) return {}
  return { restrictedByAdmin: true, restrictedByAdminPrivateDetails: `Restricted by sign-up rule: ${restrictedBy}` }
})
