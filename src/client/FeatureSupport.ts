/** Features that the service does not have yet. */
import { asClient } from "../app/AsClient.ts"
import * as Wire from "../wire/generated/Service.ts"

/** Returns the service's message about an unsupported feature (docs/protocol/resources.md#the-service-itself). */
export const check = asClient.read("FeatureSupport.check", Wire.checkFeatureSupport, {
  input: (featureName: string) => ({ payload: { feature_name: featureName } }),
  shows: []
})
