/**
 * Features that the service does not have yet.
 */
import * as Api from "../api/Service.ts"
import { ClientApp } from "../http/ClientApp.ts"
import { operation } from "../operation/Operation.ts"

/** What the service says about a feature that is not supported (docs/protocol/resources.md#the-service-itself). */
export const check = operation("FeatureSupport.check")(function* (featureName: string) {
  const app = yield* ClientApp
  return yield* app.call(Api.checkFeatureSupport, { payload: { feature_name: featureName } })
})
