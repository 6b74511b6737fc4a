/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { AuthenticationOptions, RegistrationOptions } from "../../../api/schema/Passkey.ts"
import * as R from "../../Runtime.ts"

const decodeRegistrationOptionsRpIdPattern = /^THIS_VALUE_WILL_BE_REPLACED\.example\.com$/

const decodeRegistrationOptionsRp = R.struct((o) => ({
  name: R.string(o.name, "name"),
  id: R.matches(R.string(o.id, "id"), "id", decodeRegistrationOptionsRpIdPattern, "the placeholder")
}))

const decodeRegistrationOptionsUserIdPattern = /^([\w-]{4}){0,20}[\w-]{2,4}$|^([\w-]{4}){21}[\w-]{2}$/

const decodeRegistrationOptionsUser = R.struct((o) => ({
  id: R.matches(R.string(o.id, "id"), "id", decodeRegistrationOptionsUserIdPattern, "1 to 64 bytes as base64url"),
  name: R.string(o.name, "name"),
  displayName: R.string(o.displayName, "displayName")
}))

const decodeRegistrationOptionsPubKeyCredParamsItem = R.struct((o) => ({
  alg: R.finite(o.alg, "alg"),
  type: R.literal(o.type, "type", "public-key")
}))

const decodeRegistrationOptionsPubKeyCredParams = R.list(decodeRegistrationOptionsPubKeyCredParamsItem)

export const decodeRegistrationOptions = R.struct((o): RegistrationOptions => {
  const a = {
    challenge: R.string(o.challenge, "challenge"),
    rp: decodeRegistrationOptionsRp(o.rp, "rp"),
    user: decodeRegistrationOptionsUser(o.user, "user"),
    pubKeyCredParams: decodeRegistrationOptionsPubKeyCredParams(o.pubKeyCredParams, "pubKeyCredParams")
  }

  return R.rest(a, o, ["challenge", "rp", "user", "pubKeyCredParams"])
})

const encodeRegistrationResponseResponseTransports = R.list(R.string)

const encodeRegistrationResponseResponse = R.struct((o) => ({
  clientDataJSON: R.string(o.clientDataJSON, "clientDataJSON"),
  attestationObject: R.string(o.attestationObject, "attestationObject"),
  authenticatorData: R.optional(o.authenticatorData, "authenticatorData", R.string),
  transports: R.optional(o.transports, "transports", encodeRegistrationResponseResponseTransports),
  publicKeyAlgorithm: R.optional(o.publicKeyAlgorithm, "publicKeyAlgorithm", R.finite),
  publicKey: R.optional(o.publicKey, "publicKey", R.string)
}))

const idToAuthenticatorAttachment = (o: R.Properties) => ({
  id: R.string(o.id, "id"),
  rawId: R.string(o.rawId, "rawId"),
  type: R.literal(o.type, "type", "public-key"),
  clientExtensionResults: R.readProperty(o, "clientExtensionResults"),
  authenticatorAttachment: R.optional(o.authenticatorAttachment, "authenticatorAttachment", R.string)
})

export const encodeRegistrationResponse = R.struct((o) => ({
  ...idToAuthenticatorAttachment(o),
  response: encodeRegistrationResponseResponse(o.response, "response")
}))

export const decodeAuthenticationOptions = R.struct((o): AuthenticationOptions => {
  const a = {
    challenge: R.string(o.challenge, "challenge"),
    rpId: R.matches(R.string(o.rpId, "rpId"), "rpId", decodeRegistrationOptionsRpIdPattern, "the placeholder")
  }

  return R.rest(a, o, ["challenge", "rpId"])
})

const encodeAuthenticationResponseResponse = R.struct((o) => ({
  clientDataJSON: R.string(o.clientDataJSON, "clientDataJSON"),
  authenticatorData: R.string(o.authenticatorData, "authenticatorData"),
  signature: R.string(o.signature, "signature"),
  userHandle: R.optional(o.userHandle, "userHandle", R.string)
}))

export const encodeAuthenticationResponse = R.struct((o) => ({
  ...idToAuthenticatorAttachment(o),
  response: encodeAuthenticationResponseResponse(o.response, "response")
}))
