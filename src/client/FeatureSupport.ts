/**
 * Features that the service does not have yet.
 */
import * as Wire from "../wire/generated/Service.ts"
import { asClient } from "./internal/AsClient.ts"

/** What the service says about a feature that is not supported (docs/protocol/resources.md#the-service-itself). */
export const check = asClient.read("FeatureSupport.check", Wire.checkFeatureSupport, {
  input: (featureName: string) => ({ payload: { feature_name: featureName } }),
  shows: []
})
